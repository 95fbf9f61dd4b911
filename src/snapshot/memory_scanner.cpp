#include "snapshot/memory_scanner.hpp"

#include <algorithm>

#include "runtime/number_of.hpp"
#include "runtime/root.hpp"
#include "runtime/world.hpp"
#include "snapshot/block_compare.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

// Interval between cooling passes, which protect pages that have not changed.
constexpr std::uint32_t kScansBeforeCooling = 16;
// More are expensive to compare: they cool after each scan.
constexpr std::size_t kManyHotPages = 1024;

// Interval between full scans for unexpected writes.
constexpr std::uint32_t kScansBeforeFullOne = 128;

}  // namespace

void MemoryScanner::begin(const std::vector<MemoryRegion>& regions) {
  std::vector<MemoryRegion> all = regions;
  const std::uintptr_t keys = number_of(world().keys.data());
  all.insert(all.begin(), {keys, keys + sizeof world().keys});
  for (const MemoryRegion& region : all) {
    const auto* const from = reinterpret_cast<const std::byte*>(region.begin);
    const auto& kept = initial_.emplace_back(from, reinterpret_cast<const std::byte*>(region.end));
    for (std::size_t at = 0; at < kept.size(); at += kImagePage) {
      const std::uint32_t page =
          pages_.add(region.begin + at, std::min(kImagePage, kept.size() - at), kept.data() + at);
      if (keys_ == 0) {
        keys_ = page;
      } else {
        always_.push_back(page);
      }
    }
  }
}

void MemoryScanner::add_written_data() {
  const DirtyPages& written = dirty_pages();
  for (; data_pages_ < written.dirty_count(); ++data_pages_) {
    const DirtyPages::Saved& part = written.saved(data_pages_);
    for (std::size_t at = 0; at < part.size; at += kImagePage) {
      protection_.add_hot(pages_.add(number_of(part.begin) + at,
                                     std::min(kImagePage, part.size - at), part.content + at));
    }
  }
}

void MemoryScanner::compare_hot(std::uint32_t number) {
  const ImagePage& page = pages_[number];
  const Segment& segment = page.segments[0];
  const std::size_t end = std::min(segment.bytes, page.end);
  const std::size_t begin = std::min<std::size_t>(page.first & ~(kBlockSize - 1), end);
  if (!page.changed &&
      is_none(difference(segment.live() + begin, page.shadow + begin, end - begin))) {
    return;
  }
  changes_.compare_inline(number, segment, begin, end);
}

// Compares a whole page, at intervals: the program may write to memory that the heap did not
// allocate.
void MemoryScanner::compare_whole(std::uint32_t number) {
  ImagePage& page = pages_[number];
  const std::size_t before = changes_.collected().size();
  changes_.compare(number);
  for (std::size_t i = before; i < changes_.collected().size(); ++i) {
    const std::size_t at = changes_.collected()[i].block * kBlockSize;
    if (at + kBlockSize <= page.first || at >= page.end) watch_all(page);
  }
}

void MemoryScanner::scan() {
  protection_.collect_written();
  if (data_pages_ < dirty_pages().dirty_count()) add_written_data();
  threads_.add_new();
  const bool is_full = ++scans_ % kScansBeforeFullOne == 0;
  if (is_full) thread_scanner_.check_records();
  thread_scanner_.compare_all();
  heap_pages_.compare_news();
  if (is_full) changes_.apply();
  for (const std::uint32_t page : protection_.hot()) {
    is_full ? compare_whole(page) : compare_hot(page);
  }
  for (const std::uint32_t page : always_) changes_.compare(page);
  if (world().keys_changed) changes_.compare(keys_);
  changes_.apply();
  if (scans_ % kScansBeforeCooling == 0 || protection_.hot().size() > kManyHotPages) {
    protection_.cool_down();
  }
}

}  // namespace heddle::native
