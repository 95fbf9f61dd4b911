#include "checkpoint/page_runs.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/real_functions.hpp"

namespace heddle::checkpoint {
namespace {

using campaign::PageRun;
using campaign::Region;
using native::raw_syscall;

bool is_zero(std::uint64_t address) {
  const auto* const words = reinterpret_cast<const std::uint64_t*>(address);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kPage / sizeof(std::uint64_t); i += 8) {
    for (std::size_t k = 0; k < 8; ++k) bits |= words[i + k];
    if (bits != 0) return false;
  }
  return true;
}

bool add(RunList& list, std::uint64_t address) {
  ++list.pages;
  if (list.count > 0) {
    PageRun& last = list.runs[list.count - 1];
    if (last.address + last.pages * kPage == address) {
      ++last.pages;
      return true;
    }
  }
  if (list.count == RunList::kMost) return false;
  list.runs[list.count++] = {address, 1};
  return true;
}

}  // namespace

PageTable::PageTable()
    : file_(raw_syscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/self/pagemap"),
                        O_RDONLY | O_CLOEXEC)) {}

PageTable::~PageTable() {
  if (file_ >= 0) raw_syscall(SYS_close, file_);
}

bool PageTable::read(std::uint64_t page, std::uint64_t* into, std::uint64_t count) const {
  const auto bytes = static_cast<long>(count * sizeof(std::uint64_t));
  return raw_syscall(SYS_pread64, file_, reinterpret_cast<long>(into), bytes,
                     static_cast<long>(page * sizeof(std::uint64_t))) == bytes;
}

bool find_runs(const MemoryMap& map, RunList& into) {
  into.count = 0;
  into.pages = 0;
  const PageTable table;
  if (!table.is_open()) return false;
  bool has_room = true;
  for (const Region& region : map) {
    if (!is_saved(region.kind)) continue;
    const bool looks = begins_as_zero(region.kind) && (region.protection & PROT_READ) != 0;
    const bool knows = table.for_each_own_page(region, [&](std::uint64_t address) {
      if (!looks || !is_zero(address)) has_room &= add(into, address);
    });
    if (!knows || !has_room) return false;
  }
  return true;
}

bool contains(const RunList& list, std::uint64_t address) {
  std::uint64_t low = 0;
  std::uint64_t high = list.count;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    const PageRun& run = list.runs[middle];
    if (address < run.address) {
      high = middle;
    } else if (address < run.address + run.pages * kPage) {
      return true;
    } else {
      low = middle + 1;
    }
  }
  return false;
}

}  // namespace heddle::checkpoint
