#include "native/memory_layout.hpp"

#include <sys/mman.h>

#include "core/check.hpp"

namespace heddle::native {

void* map_fixed(std::uintptr_t address, std::size_t size, int protection) {
  void* const wanted = reinterpret_cast<void*>(address);
  void* const mapped =
      ::mmap(wanted, size, protection,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  HEDDLE_CHECK(mapped == wanted, "the address range that Heddle keeps for the program is taken");
  return mapped;
}

}  // namespace heddle::native
