// Every size gets the smallest slot that holds it.
#include "runtime/heap/size_classes.hpp"

#include <gtest/gtest.h>

#include "runtime/heap/managed_heap.hpp"

namespace heddle::native {
namespace {

TEST(SizeClasses, AreTheSmallestThatFit) {
  for (std::size_t size = 0; size <= 4096; ++size) {
    const std::size_t size_class = size_class_of(size);
    ASSERT_LT(size_class, kSizeClasses) << size;
    ASSERT_GE(slot_size(size_class), size);
    if (size_class > 0) {
      ASSERT_LT(slot_size(size_class - 1), size) << size;
    }
  }
}

TEST(SizeClasses, EndWhereBlocksBecomeLarge) {
  EXPECT_EQ(std::size(kSlotSizes), kSizeClasses);
  for (const std::size_t size : {std::size_t{4097}, std::size_t{1} << 20, ~std::size_t{0}}) {
    EXPECT_EQ(size_class_of(size), kSizeClasses);
  }
}

TEST(SizeClasses, KeepBlocksAligned) {
  for (std::size_t i = 0; i < kSizeClasses; ++i) {
    EXPECT_EQ(slot_size(i) % 16, 0U);
    if (i > 0) {
      EXPECT_LT(slot_size(i - 1), slot_size(i));
    }
  }
}

TEST(SizeClasses, WasteAtMostAQuarterBeyond256Bytes) {
  for (std::size_t size = 257; size <= 2560; ++size) {
    EXPECT_LE(slot_size(size_class_of(size)), size + size / 4 + 1) << size;
  }
}

TEST(SizeClasses, SlotsAreFoundAsByDivision) {
  for (std::size_t size_class = 0; size_class < kSizeClasses; ++size_class) {
    for (std::uint32_t offset = 0; offset < 1 << 16; ++offset) {
      ASSERT_EQ(slot_at(offset, size_class), offset / slot_size(size_class));
    }
  }
}

}  // namespace
}  // namespace heddle::native
