// Finds the pages of this process that a checkpoint must contain.
#pragma once

#include <cstdint>

#include "checkpoint/memory_map.hpp"
#include "checkpoint/workspace.hpp"

namespace heddle::checkpoint {

// The kernel's list of the pages that exist.
class PageTable {
 public:
  PageTable();
  ~PageTable();
  PageTable(const PageTable&) = delete;
  PageTable& operator=(const PageTable&) = delete;

  bool is_open() const { return file_ >= 0; }

  // Calls `found` with the address of each page of the region that belongs to the process alone: an
  // anonymous page that exists, or a page of a file that was written to.  Returns false if the
  // kernel does not tell.
  template <typename Found>
  bool for_each_own_page(const campaign::Region& region, const Found& found) const;

 private:
  bool read(std::uint64_t page, std::uint64_t* into, std::uint64_t count) const;

  long file_ = -1;
};

inline constexpr std::uint64_t kPage = 4096;

// Returns whether the pages of a region are saved.
inline bool is_saved(campaign::RegionKind kind) {
  using enum campaign::RegionKind;
  return kind == anonymous || kind == heap || kind == stack || kind == file;
}

// Returns whether the region would be zero if nothing were written to it.
inline bool begins_as_zero(campaign::RegionKind kind) { return kind != campaign::RegionKind::file; }

// Lists the pages of all regions, by ascending address, without those that are zero anyway.
// Returns false if the kernel does not tell which pages exist, or if there are too many.
bool find_runs(const MemoryMap& map, RunList& into);

// Returns whether a page is in a list.
bool contains(const RunList& list, std::uint64_t address);

template <typename Found>
bool PageTable::for_each_own_page(const campaign::Region& region, const Found& found) const {
  constexpr std::uint64_t kBatch = 512;
  constexpr std::uint64_t kPresent = std::uint64_t{1} << 63U;
  constexpr std::uint64_t kSwapped = std::uint64_t{1} << 62U;
  constexpr std::uint64_t kOfFile = std::uint64_t{1} << 61U;
  const bool is_file = region.kind == campaign::RegionKind::file;
  std::uint64_t entries[kBatch];
  for (std::uint64_t page = region.start / kPage; page < region.end / kPage; page += kBatch) {
    const std::uint64_t left = region.end / kPage - page;
    const std::uint64_t count = left < kBatch ? left : kBatch;
    if (!read(page, entries, count)) return false;
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool is_present = (entries[i] & kPresent) != 0 && !(is_file && (entries[i] & kOfFile));
      if (is_present || (entries[i] & kSwapped) != 0) found((page + i) * kPage);
    }
  }
  return true;
}

}  // namespace heddle::checkpoint
