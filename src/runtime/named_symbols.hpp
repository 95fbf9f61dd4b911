// Where the functions and variables of the program are that a user names as in the source.
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

// Of what is instrumented, in memory.  The pattern is compared with whole names and with their ends
// behind a "::"; * and ? stand for anything.  Empty: there is none, or it was inlined everywhere.
std::vector<SymbolRange> symbols_named(const std::string& pattern, SymbolKind kind);

// Whether the pattern fits the name of a symbol, with its parameters if it has any.
bool fits_name(const std::string& pattern, const std::string& name);

}  // namespace heddle::native
