// Which blocks changed, against comparing byte by byte.
#include "snapshot/block_compare.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "core/random.hpp"

namespace heddle::native {
namespace {

constexpr std::size_t kMost = kImagePage;

class BlockCompare : public testing::Test {
 protected:
  // Some bytes differ, or none.
  void draw() {
    for (std::size_t i = 0; i < kMost; ++i) live_[i] = kept_[i] = std::byte(random_.below(256));
    for (std::uint64_t i = random_.below(4); i > 0; --i) {
      live_[random_.below(kMost)] ^= std::byte(1 + random_.below(255));
    }
  }

  Random random_{7};
  std::array<std::byte, kMost> live_{};
  std::array<std::byte, kMost> kept_{};
};

TEST_F(BlockCompare, NamesEachBlockThatChangedAndNoOther) {
  for (int round = 0; round < 2000; ++round) {
    draw();
    const std::size_t bytes = 1 + random_.below(kMost);
    const std::size_t first = random_.below(bytes / kBlockSize + 1);
    std::uint32_t expected = 0;
    for (std::size_t i = first * kBlockSize; i < bytes; ++i) {
      if (live_[i] != kept_[i]) expected |= std::uint32_t{1} << (i / kBlockSize);
    }
    ASSERT_EQ(changed_blocks(live_.data(), kept_.data(), first, bytes), expected);
  }
}

TEST_F(BlockCompare, ComparesAnyNumberOfBytesFromAnywhere) {
  for (int round = 0; round < 2000; ++round) {
    draw();
    const std::size_t from = random_.below(kMost);
    const std::size_t bytes = random_.below(kMost - from + 1);
    ASSERT_EQ(is_none(difference(live_.data() + from, kept_.data() + from, bytes)),
              std::memcmp(live_.data() + from, kept_.data() + from, bytes) == 0);
  }
}

}  // namespace
}  // namespace heddle::native
