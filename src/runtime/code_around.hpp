// The loaded machine code that an address lies in.
#pragma once

#include <cstdint>

namespace heddle::native {

struct CodeRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

// Empty when it is no code, or none that was loaded from a file.
CodeRange code_around(std::uintptr_t address);

}  // namespace heddle::native
