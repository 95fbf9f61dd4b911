// Pages are numbered so that large pieces of memory are apart, and shadows hold last contents.
#include "snapshot/image_pages.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace heddle::native {
namespace {

using Memory = std::array<std::byte, kImagePage>;

std::uintptr_t address(const Memory& memory) {
  return reinterpret_cast<std::uintptr_t>(memory.data());
}

TEST(ImagePages, NumbersPagesOfLargePiecesSeparately) {
  ImagePages pages;
  Memory memory{};
  const Segment segment{address(memory), 0, kImagePage};
  EXPECT_EQ(pages.add({segment}), 1U);
  EXPECT_EQ(pages.add_without_shadow({segment}, true), MemoryTree::kFirstOfLarge);
  EXPECT_EQ(pages.add_without_shadow({segment}, false), 2U);
  EXPECT_EQ(pages.add_without_shadow({segment}, true), MemoryTree::kFirstOfLarge + 1);
  EXPECT_EQ(pages.add({segment}), 3U);
}

TEST(ImagePages, AShadowHoldsTheContentsOfTheStartOrThePresentOnes) {
  ImagePages pages;
  Memory memory;
  memory.fill(std::byte{1});
  Memory initial;
  initial.fill(std::byte{2});
  ImagePage& page = pages[pages.add(address(memory), kImagePage, initial.data())];
  EXPECT_EQ(std::memcmp(page.shadow, initial.data(), kImagePage), 0);
  pages.free_shadow(page);
  EXPECT_EQ(page.shadow, nullptr);
  pages.shadow_present(page);
  EXPECT_EQ(std::memcmp(page.shadow, memory.data(), kImagePage), 0);
}

}  // namespace
}  // namespace heddle::native
