// Decides which pages are monitored by comparison and which by write protection.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/protect_memory.hpp"
#include "snapshot/memory_image.hpp"

namespace heddle::native {
namespace {

// A page that is written after it was protected is protected later the next time: a fault is
// expensive.
constexpr std::uint8_t kMostDoublings = 14;

void wait_longer(ImagePage& page) {
  if (page.doublings < kMostDoublings) ++page.doublings;
  page.quiet = 0;
}

}  // namespace

bool MemoryImage::let_write(std::uintptr_t address) {
  const auto found = page_at_.find(address & ~(kImagePage - 1));
  if (found == page_at_.end()) return false;
  ImagePage& page = pages_[found->second];
  if (!page.cold) return false;
  page.shadow = new_shadow();
  std::memcpy(page.shadow, page.segments[0].live(), kImagePage);
  const bool can_write = protect_memory(found->first, kImagePage, PROT_READ | PROT_WRITE);
  page.cold = false;
  wait_longer(page);
  warmed_.push_back(found->second);
  return can_write;
}

void MemoryImage::warm(std::uint32_t number) {
  ImagePage& page = pages_[number];
  protect_memory(page.segments[0].address, kImagePage, PROT_READ | PROT_WRITE);
  page.cold = false;
  page.changed = true;
  wait_longer(page);
  page.shadow = new_shadow();
  std::memcpy(page.shadow, page.segments[0].live(), kImagePage);
  hot_.push_back(number);
}

void MemoryImage::take_in_warmed() {
  for (const std::uint32_t number : warmed_) {
    pages_[number].changed = true;
    hot_.push_back(number);
  }
  warmed_.clear();
}

bool MemoryImage::can_protect() const {
  static const bool can = ::sysconf(_SC_PAGESIZE) == static_cast<long>(kImagePage);
  return can && may_protect_;
}

void MemoryImage::stop_protecting() {
  may_protect_ = false;
  for (const auto& [address, number] : page_at_) {
    if (pages_[number].cold) let_write(address);
  }
}

void MemoryImage::cool_down() {
  if (!can_protect()) return;
  std::vector<std::uint32_t> still;
  std::vector<std::uint32_t> cooled;
  for (const std::uint32_t number : hot_) {
    ImagePage& page = pages_[number];
    const Segment& segment = page.segments[0];
    const bool whole = segment.bytes == kImagePage && segment.address % kImagePage == 0;
    page.quiet = page.changed ? std::uint16_t{0} : static_cast<std::uint16_t>(page.quiet + 1);
    page.changed = false;
    if (page.quiet >> page.doublings == 0 || !whole) {
      still.push_back(number);
    } else {
      cooled.push_back(number);
    }
  }
  hot_.swap(still);
  cool(cooled);
}

// Adds the pages of new heap chunks.  Untouched pages are zero: they are write-protected without
// being read.
void MemoryImage::take_in_chunks(ThreadPages& pages, std::uintptr_t begin, std::size_t bytes) {
  if (pages.heap.empty()) pages.heap_begin = begin;
  std::vector<unsigned char> resident(bytes / kImagePage, 1);
  if (can_protect()) ::mincore(reinterpret_cast<void*>(begin), bytes, resident.data());
  std::vector<std::uint32_t> untouched;
  const bool is_large = resident.size() > kLarge;
  for (std::size_t i = 0; i < resident.size(); ++i) {
    const std::uintptr_t address = begin + i * kImagePage;
    const bool is_used = (resident[i] & 1) != 0;
    const bool apart = is_large || next_page_ >= kFirstOfLarge;
    const std::uint32_t number = apart ? next_of_large_++ : next_page_++;
    ImagePage& page = new_page(number, {{address, 0, kImagePage}});
    page.first = kImagePage;
    page.end = 0;
    pages.heap.push_back(number);
    if (is_used) {
      make_shadow(page);
      hot_.push_back(number);
    } else {
      untouched.push_back(number);
    }
  }
  cool(untouched);
}

void MemoryImage::cool(std::vector<std::uint32_t>& pages) {
  std::sort(pages.begin(), pages.end(), [&](std::uint32_t a, std::uint32_t b) {
    return pages_[a].segments[0].address < pages_[b].segments[0].address;
  });
  for (std::size_t first = 0; first < pages.size();) {
    std::size_t end = first;
    const std::uintptr_t begin = pages_[pages[first]].segments[0].address;
    while (end < pages.size() &&
           pages_[pages[end]].segments[0].address == begin + (end - first) * kImagePage) {
      ImagePage& page = pages_[pages[end]];
      page.cold = true;
      free_shadow(page);
      page_at_[page.segments[0].address] = pages[end];
      ++end;
    }
    protect_memory(begin, (end - first) * kImagePage, PROT_READ);
    first = end;
  }
  warmed_.reserve(page_at_.size());
}

}  // namespace heddle::native
