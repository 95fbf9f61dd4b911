// The functions of a loaded file, as its symbol table names them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/memory_regions.hpp"

namespace heddle::native {

struct FunctionSymbol {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::string name;  // mangled; empty in a file that was stripped
};

// By address, each once.  A stripped file has those that the unwinder's table describes.
std::vector<FunctionSymbol> functions_of(const LoadedModule& module);

}  // namespace heddle::native
