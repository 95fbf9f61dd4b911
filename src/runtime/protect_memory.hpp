// Sets the protection of the runtime's own memory.  Not by mprotect, which is interposed.
#pragma once

#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>

#include "runtime/real_functions.hpp"

namespace heddle::native {

// Returns whether it succeeded.  Safe in a signal handler.
inline bool protect_memory(std::uintptr_t begin, std::size_t size, int protection) {
  return raw_syscall(SYS_mprotect, static_cast<long>(begin), static_cast<long>(size), protection) ==
         0;
}

}  // namespace heddle::native
