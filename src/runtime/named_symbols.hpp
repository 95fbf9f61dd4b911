// Finds the program's functions and variables by their source names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::native {

struct SymbolRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

enum class SymbolKind : std::uint8_t { function, variable };

// Returns the addresses of matching instrumented symbols.  The pattern is compared with whole
// names and with their ends behind a "::"; * and ? are wildcards.  Empty when there is none, or
// when it was inlined everywhere.
std::vector<SymbolRange> symbols_named(const std::string& pattern, SymbolKind kind);

// Returns whether the pattern matches the name of a symbol, with its parameters if it has any.
bool fits_name(const std::string& pattern, const std::string& name);

}  // namespace heddle::native
