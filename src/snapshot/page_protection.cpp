#include "snapshot/page_protection.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/protect_memory.hpp"

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

bool PageProtection::let_write(std::uintptr_t address) {
  const auto found = page_at_.find(address & ~(kImagePage - 1));
  if (found == page_at_.end()) return false;
  ImagePage& page = pages_[found->second];
  if (!page.cold) return false;
  pages_.shadow_present(page);
  const bool can_write = protect_memory(found->first, kImagePage, PROT_READ | PROT_WRITE);
  page.cold = false;
  wait_longer(page);
  written_.push_back(found->second);
  return can_write;
}

void PageProtection::warm(std::uint32_t number) {
  ImagePage& page = pages_[number];
  protect_memory(page.segments[0].address, kImagePage, PROT_READ | PROT_WRITE);
  page.cold = false;
  page.changed = true;
  wait_longer(page);
  pages_.shadow_present(page);
  hot_.push_back(number);
}

void PageProtection::add_written() {
  for (const std::uint32_t number : written_) {
    pages_[number].changed = true;
    hot_.push_back(number);
  }
  written_.clear();
}

bool PageProtection::can_protect() const {
  static const bool can = ::sysconf(_SC_PAGESIZE) == static_cast<long>(kImagePage);
  return can && may_protect_;
}

void PageProtection::stop() {
  may_protect_ = false;
  for (const auto& [address, number] : page_at_) {
    if (pages_[number].cold) let_write(address);
  }
}

void PageProtection::cool_down() {
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
  protect(cooled);
}

void PageProtection::protect(std::vector<std::uint32_t>& pages) {
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
      pages_.free_shadow(page);
      page_at_[page.segments[0].address] = pages[end];
      ++end;
    }
    protect_memory(begin, (end - first) * kImagePage, PROT_READ);
    first = end;
  }
  written_.reserve(page_at_.size());
}

}  // namespace heddle::native
