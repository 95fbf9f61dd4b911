#include "runtime/memory_layout.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>

#include "core/check.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {

bool try_map_fixed(std::uintptr_t address, std::size_t size, int protection) {
  // Not through mmap, for which we stand in while the program runs.
  const long mapped =
      raw_syscall(SYS_mmap, static_cast<long>(address), static_cast<long>(size), protection,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped == -ENOMEM) return false;
  HEDDLE_CHECK(mapped == static_cast<long>(address),
               "the address range that Heddle reserves for the program is in use");
  return true;
}

void* map_fixed(std::uintptr_t address, std::size_t size, int protection) {
  HEDDLE_CHECK(try_map_fixed(address, size, protection), "out of memory for the program");
  return reinterpret_cast<void*>(address);
}

}  // namespace heddle::native
