// Lengths lie where they must, and random ones fill their range evenly.
#include "search/strategy/jump_length.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace heddle::search {
namespace {

using Length = BacktrackVariants::Length;

std::map<std::uint64_t, int> drawn(Length length, std::uint32_t depth, std::uint64_t floor) {
  JumpLength jump(Jump::random, length, Random(3));
  std::map<std::uint64_t, int> counts;
  for (int i = 0; i < 8'000; ++i) ++counts[jump.next(depth, floor)];
  return counts;
}

TEST(JumpLength, IsOneOrTheLubySequence) {
  JumpLength fixed(Jump::fixed, Length::below_threshold, Random(1));
  JumpLength luby(Jump::luby, Length::below_threshold, Random(1));
  std::vector<std::uint64_t> lengths;
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(fixed.next(50, 0), 1U);
    lengths.push_back(luby.next(50, 0));
  }
  EXPECT_EQ(lengths, (std::vector<std::uint64_t>{1, 1, 2, 1, 1, 2, 4}));
}

TEST(JumpLength, IsUniformBelowTheThreshold) {
  const auto counts = drawn(Length::below_threshold, 13, 10);
  ASSERT_EQ(counts.size(), 4U);
  for (const auto& [length, count] : counts) {
    EXPECT_GE(length, 1U);
    EXPECT_LE(length, 4U);
    EXPECT_NEAR(count, 2'000, 200);
  }
  EXPECT_EQ(drawn(Length::below_threshold, 10, 10).size(), 1U);
  EXPECT_EQ(drawn(Length::below_threshold, 3, 10).begin()->first, 1U);
}

TEST(JumpLength, IsUniformOverTheWholeDepth) {
  const auto counts = drawn(Length::whole_depth, 4, 3);
  ASSERT_EQ(counts.size(), 4U);
  for (const auto& [length, count] : counts) EXPECT_NEAR(count, 2'000, 200) << length;
  EXPECT_EQ(drawn(Length::whole_depth, 0, 0).begin()->first, 1U);
}

TEST(JumpLength, IsGeometric) {
  const auto counts = drawn(Length::geometric, 4, 3);
  EXPECT_NEAR(counts.at(1), 4'000, 300);
  EXPECT_NEAR(counts.at(2), 2'000, 200);
  EXPECT_NEAR(counts.at(3), 1'000, 150);
}

}  // namespace
}  // namespace heddle::search
