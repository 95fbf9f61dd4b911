#include "snapshot/page_protection.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/heap/managed_heap.hpp"
#include "runtime/protect_memory.hpp"

namespace heddle::native {
namespace {

// A page that is written soon after it was protected is protected later the next time.  It was
// protected for too short a time if the comparisons that this saved, in scans, cost less than to
// make the page writable.
constexpr std::uint8_t kMostDoublings = 14;
constexpr std::uint16_t kScansPerFault = 64;
constexpr std::uint16_t kScansPerCall = 2;       // of mprotect
constexpr std::uint16_t kScansPerPageOfRun = 2;  // of pages that one fault makes writable

constexpr std::size_t kLongestRun = 64;                  // pages that one write makes writable
constexpr std::uintptr_t kLongestGap = 16 * kImagePage;  // between writes that belong together

}  // namespace

// A program that fills memory writes page after page.  Each write that continues the last one makes
// twice as many pages writable.  Only in the heap: elsewhere the next page may be inaccessible, as
// at the end of a stack.
bool PageProtection::let_write(std::uintptr_t address) {
  const std::uintptr_t first = address & ~(kImagePage - 1);
  auto found = page_at_.find(first);
  if (found == page_at_.end() || !pages_[found->second].cold) return false;
  const bool continues = ManagedHeap::owns(reinterpret_cast<const void*>(first)) &&
                         first >= next_write_ && first < next_write_ + kLongestGap;
  run_ = continues ? std::min(2 * run_, kLongestRun) : 1;
  std::size_t count = 0;
  while (count < run_ && found != page_at_.end()) {
    ImagePage& page = pages_[found->second];
    if (page.cold) {
      end_protection(page, continues ? kScansPerPageOfRun : kScansPerFault);
      written_.push_back(found->second);
    }
    found = page_at_.find(first + ++count * kImagePage);
  }
  next_write_ = first + count * kImagePage;
  return protect_memory(first, count * kImagePage, PROT_READ | PROT_WRITE);
}

// `price` is the cost of this, in scans of the page.
void PageProtection::end_protection(ImagePage& page, std::uint16_t price) {
  const auto scans = static_cast<std::uint16_t>(scans_ - page.cold_since);
  if (scans < price && page.doublings < kMostDoublings) ++page.doublings;
  page.cold = false;
  page.quiet = 0;
  pages_.shadow_present(page);
}

void PageProtection::warm(std::uint32_t number) {
  ImagePage& page = pages_[number];
  protect_memory(page.segments[0].address, kImagePage, PROT_READ | PROT_WRITE);
  end_protection(page, kScansPerCall);
  page.changed = true;
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
      page.cold_since = scans_;
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
