#include "search/split/split_memory.hpp"

#include <sys/mman.h>

#include <cstring>

namespace heddle::search {

std::uint64_t SplitMemory::states() const {
  std::uint64_t sum = 0;
  for (unsigned i = 0; i < workers_; ++i) sum += slot(i).states.load(std::memory_order_relaxed);
  return sum;
}

void SplitMemory::clear_table() const {
  // Only shared memory can be given back for all processes at once.
  if (::madvise(table(), table_size(), MADV_REMOVE) != 0) std::memset(table(), 0, table_size());
}

}  // namespace heddle::search
