// The image's hash depends on the present contents only, however they came about.
#include "snapshot/block_changes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace heddle::native {
namespace {

class Changes : public testing::Test {
 protected:
  // Compares and applies.  Returns the hash.
  Fingerprint update() {
    changes_.compare(page_);
    changes_.apply();
    return pages_.hash();
  }
  std::byte& block(std::size_t number) { return memory_[number * kBlockSize]; }

  alignas(16) std::array<std::byte, kImagePage> memory_{};
  ImagePages pages_;
  PastStates past_{pages_};
  BlockChanges changes_{pages_, past_};
  std::uint32_t page_ =
      pages_.add(reinterpret_cast<std::uintptr_t>(memory_.data()), kImagePage, nullptr);
};

TEST_F(Changes, CollectsTheBlocksThatDiffer) {
  block(3) = std::byte{1};
  block(31) = std::byte{1};
  changes_.compare(page_);
  ASSERT_EQ(changes_.collected().size(), 2U);
  EXPECT_EQ(changes_.collected()[0].block, 3U);
  EXPECT_EQ(changes_.collected()[1].block, 31U);
  changes_.apply();
  EXPECT_TRUE(changes_.collected().empty());
  changes_.compare(page_);
  EXPECT_TRUE(changes_.collected().empty());
}

TEST_F(Changes, TheHashIsThatOfTheContents) {
  const Fingerprint initial = update();
  EXPECT_EQ(initial, Fingerprint{});
  block(3) = std::byte{1};
  const Fingerprint one = update();
  EXPECT_NE(one, initial);
  block(4) = std::byte{1};
  const Fingerprint both = update();
  EXPECT_NE(both, one);
  block(3) = std::byte{0};
  const Fingerprint other = update();
  EXPECT_NE(other, one) << "equal contents at another address";
  block(3) = std::byte{1};
  EXPECT_EQ(update(), both);
  block(4) = std::byte{0};
  EXPECT_EQ(update(), one);
  block(3) = std::byte{0};
  EXPECT_EQ(update(), initial);
  EXPECT_EQ(pages_[page_].present, 0U);
}

TEST_F(Changes, ARemovedBlockIsAbsentWhateverMemoryHolds) {
  block(2) = std::byte{1};
  const Fingerprint one = update();
  block(1) = std::byte{1};
  update();
  changes_.remove(page_, pages_[page_].segments[0], 2);
  EXPECT_EQ(pages_.hash(), one);
  changes_.remove_all(page_);
  EXPECT_EQ(pages_.hash(), Fingerprint{});
}

}  // namespace
}  // namespace heddle::native
