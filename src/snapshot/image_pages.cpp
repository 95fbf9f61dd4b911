#include "snapshot/image_pages.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstring>
#include <utility>

#include "core/check.hpp"
#include "runtime/real_functions.hpp"

namespace heddle::native {

std::uint32_t ImagePages::add_without_shadow(std::vector<Segment> segments, bool is_of_large) {
  // Small pieces beyond this number continue after the large ones.
  std::uint32_t& next = is_of_large || next_ >= kFirstOfLarge ? next_of_large_ : next_;
  const std::uint32_t number = next++;
  if (number >= pages_.size()) pages_.resize(number + std::size_t{1});
  pages_[number].segments = std::move(segments);
  return number;
}

std::uint32_t ImagePages::add(std::vector<Segment> segments) {
  const std::uint32_t number = add_without_shadow(std::move(segments), false);
  shadow_initial(pages_[number]);
  return number;
}

std::uint32_t ImagePages::add(std::uintptr_t address, std::size_t bytes, const std::byte* initial) {
  return add({{address, 0, static_cast<std::uint32_t>(bytes), initial}});
}

// Async-signal-safe.
std::byte* ImagePages::new_shadow() {
  if (free_shadows_ == nullptr) {
    constexpr std::size_t kShadowSlice = 64 * kImagePage;
    // In the fault handler, the C library's function would map memory for the program.
    const long slice = raw_syscall(SYS_mmap, 0, kShadowSlice, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    HEDDLE_CHECK(slice > 0 || slice < -4095, "out of memory for comparing snapshots");
    for (std::size_t at = 0; at < kShadowSlice; at += kImagePage) {
      void** const shadow = reinterpret_cast<void**>(static_cast<std::uintptr_t>(slice) + at);
      *shadow = std::exchange(free_shadows_, shadow);
    }
  }
  void* const shadow = free_shadows_;
  free_shadows_ = *static_cast<void**>(shadow);
  return static_cast<std::byte*>(shadow);
}

void ImagePages::free_shadow(ImagePage& page) {
  if (page.shadow == nullptr) return;
  *reinterpret_cast<void**>(page.shadow) = std::exchange(free_shadows_, page.shadow);
  page.shadow = nullptr;
}

void ImagePages::shadow_initial(ImagePage& page) {
  page.shadow = new_shadow();
  for (const Segment& segment : page.segments) {
    for (std::size_t block = 0; block < segment.blocks(); ++block) {
      std::memcpy(page.shadow + segment.offset + block * kBlockSize, segment.initial_block(block),
                  segment.bytes_of(block));
    }
  }
}

void ImagePages::shadow_present(ImagePage& page) {
  page.shadow = new_shadow();
  std::memcpy(page.shadow, page.segments[0].live(), kImagePage);
}

}  // namespace heddle::native
