// Memory for code that runs on fibers, where the runtime must not use an allocator.
#pragma once

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstddef>

#include "core/check.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {

// Maps memory that is zero and stays until the process ends.  Ask for large pieces: the kernel
// limits the number of mappings of a process.
inline std::byte* mapped_zeros(std::size_t size) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(size), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(result > 0 || result < -4095, "out of memory for a table of the program's memory");
  return reinterpret_cast<std::byte*>(result);
}

}  // namespace heddle::native
