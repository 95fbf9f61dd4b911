// While memory is replaced, no function of the C library is called that has state, and no variable
// outside the workspace is used.
#include "checkpoint/restorer.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "checkpoint/kernel_facts.hpp"
#include "checkpoint/page_runs.hpp"
#include "checkpoint/workspace.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::checkpoint {
namespace {

using campaign::CheckpointHeader;
using campaign::PageRun;
using campaign::Region;
using campaign::RegionKind;
using native::raw_syscall;

constexpr int kInternalError = 70;

void require(bool condition) {
  if (condition) return;
  static constexpr char kText[] =
      "heddle: internal error: the memory of a checkpoint could not be restored\n";
  raw_syscall(SYS_write, STDERR_FILENO, reinterpret_cast<long>(kText), sizeof kText - 1);
  raw_syscall(SYS_exit_group, kInternalError);
}

bool read_at(int file, std::uint64_t offset, void* into, std::uint64_t bytes) {
  auto* at = static_cast<char*>(into);
  while (bytes > 0) {
    const long got = raw_syscall(SYS_pread64, file, reinterpret_cast<long>(at),
                                 static_cast<long>(bytes), static_cast<long>(offset));
    if (got == -EINTR) continue;
    if (got <= 0) return false;
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::uint64_t>(got);
  }
  return true;
}

void protect(std::uint64_t start, std::uint64_t end, int protection) {
  require(raw_syscall(SYS_mprotect, static_cast<long>(start), static_cast<long>(end - start),
                      protection) == 0);
}

void map(std::uint64_t start, std::uint64_t end) {
  const long made = raw_syscall(
      SYS_mmap, static_cast<long>(start), static_cast<long>(end - start), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  require(made == static_cast<long>(start));
}

bool is_own_memory(RegionKind kind) {
  return kind == RegionKind::anonymous || kind == RegionKind::heap || kind == RegionKind::stack;
}

// Calls `found` with each part of a region that `in` leaves out.
template <typename Found>
void for_each_gap(const Region& region, const MemoryMap& in, const Found& found) {
  std::uint64_t at = region.start;
  for (const Region& other : in) {
    if (other.end <= at) continue;
    if (other.start >= region.end) break;
    if (other.start > at) found(at, other.start);
    at = other.end;
  }
  if (at < region.end) found(at, region.end);
}

const Region* stack_of(const MemoryMap& map) {
  for (const Region& region : map) {
    if (region.kind == RegionKind::stack) return &region;
  }
  return nullptr;
}

// The stack grows page by page when it is written to.
void grow_stack(const MemoryMap& from, const MemoryMap& to) {
  const Region* const present = stack_of(from);
  const Region* const wanted = stack_of(to);
  if (present == nullptr || wanted == nullptr) return;
  for (std::uint64_t at = present->start; at > wanted->start; at -= kPage) {
    *reinterpret_cast<volatile char*>(at - kPage) = 0;
  }
}

// Gives the process the regions of the checkpoint, zero where they are not of a file.
void make_regions(const RestoreOrder& order) {
  Workspace& own = workspace();
  raw_syscall(SYS_brk, static_cast<long>(own.header.program_break));
  grow_stack(own.present, own.saved);
  // The kernel's text fits, as it did before.
  require(read_memory_map(own.present, {reinterpret_cast<char*>(own.buffer), Workspace::kBuffer},
                          kWorkspaceBase));
  for (const Region& region : own.present) {
    if (region.kind != RegionKind::anonymous) continue;
    for_each_gap(region, own.saved, [](std::uint64_t start, std::uint64_t end) {
      raw_syscall(SYS_munmap, static_cast<long>(start), static_cast<long>(end - start));
    });
  }
  for (const Region& region : own.saved) {
    if (!is_own_memory(region.kind)) continue;
    for_each_gap(region, own.present, map);
    protect(region.start, region.end, PROT_READ | PROT_WRITE);
    require(raw_syscall(SYS_madvise, static_cast<long>(region.start),
                        static_cast<long>(region.end - region.start), MADV_DONTNEED) == 0);
    order.pulse->fetch_add(1, std::memory_order_relaxed);
  }
}

// Pages of files that were written to here, but not in the checkpoint, become those of the file.
void forget_own_pages(const MemoryMap& map) {
  const PageTable table;
  require(table.is_open());
  for (const Region& region : map) {
    if (region.kind != RegionKind::file) continue;
    require(table.for_each_own_page(region, [](std::uint64_t address) {
      if (contains(workspace().runs, address)) return;
      require(raw_syscall(SYS_madvise, static_cast<long>(address), kPage, MADV_DONTNEED) == 0);
    }));
  }
}

void read_pages(const RestoreOrder& order) {
  const Workspace& own = workspace();
  std::uint64_t offset = campaign::kCheckpointBody + own.saved.count * sizeof(Region) +
                         own.runs.count * sizeof(PageRun);
  const Region* region = own.saved.begin();
  for (std::uint64_t i = 0; i < own.runs.count; ++i) {
    const PageRun& run = own.runs.runs[i];
    const std::uint64_t end = run.address + run.pages * kPage;
    for (std::uint64_t at = run.address; at < end;) {
      while (region->end <= at) ++region;
      const std::uint64_t part_end = region->end < end ? region->end : end;
      if (region->kind == RegionKind::file) {
        protect(region->start, region->end,
                static_cast<int>(region->protection) | PROT_READ | PROT_WRITE);
      }
      require(read_at(order.file, offset, reinterpret_cast<void*>(at), part_end - at));
      offset += part_end - at;
      at = part_end;
    }
    order.pulse->fetch_add(1, std::memory_order_relaxed);
  }
}

void protect_regions(const MemoryMap& map) {
  for (const Region& region : map) {
    if (!is_saved(region.kind)) continue;
    protect(region.start, region.end, static_cast<int>(region.protection));
  }
}

// Returns whether the stacks end at one address, and the channels are mapped at one.
bool is_at_same_place(const MemoryMap& a, const MemoryMap& b) {
  const Region* const one = stack_of(a);
  const Region* const other = stack_of(b);
  if (one == nullptr || other == nullptr || one->end != other->end) return false;
  for (const Region& region : a) {
    if (region.kind != RegionKind::shared) continue;
    for (const Region& twin : b) {
      if (twin.kind == RegionKind::shared &&
          (twin.start != region.start || twin.end != region.end)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::string load_lists(const RestoreOrder& order) {
  Workspace& own = workspace();
  static constexpr char kDifferent[] =
      "the campaign cannot continue in this process: libraries, kernel, limits or open files "
      "differ "
      "from those of its last run; continue it as it was begun, or begin another one.";
  CheckpointHeader header;
  if (!read_at(order.file, 0, &header, sizeof header) || header.magic != CheckpointHeader::kMagic ||
      header.page != kPage || header.regions > MemoryMap::kMost || header.runs > RunList::kMost ||
      !read_at(order.file, campaign::kCheckpointBody, own.saved.regions,
               header.regions * sizeof(Region)) ||
      !read_at(order.file, campaign::kCheckpointBody + header.regions * sizeof(Region),
               own.runs.runs, header.runs * sizeof(PageRun))) {
    return "The checkpoint of the campaign cannot be read; begin another campaign.";
  }
  own.saved.count = header.regions;
  own.runs.count = header.runs;
  own.runs.pages = header.pages;
  if (!has_same_descriptors(own.header, header) || own.header.channel != header.channel ||
      !has_same_files(own.initial, own.saved) || !is_at_same_place(own.initial, own.saved)) {
    return kDifferent;
  }
  own.header = header;
  return "";
}

void replace_memory(const RestoreOrder& order) {
  block_signals();
  make_regions(order);
  forget_own_pages(workspace().saved);
  read_pages(order);
  protect_regions(workspace().saved);
}

}  // namespace heddle::checkpoint
