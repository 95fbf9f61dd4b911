// A seed means the same everywhere: known values, uniformity, independence of streams.
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace heddle {
namespace {

TEST(Random, GivesTheValuesOfTheReferenceImplementation) {
  // xoshiro256** seeded by splitmix64 from 0: splitmix64's first four outputs are the state.
  Random random(0);
  EXPECT_EQ(random.next(), 0x99ec5f36cb75f2b4ULL);
  EXPECT_EQ(random.next(), 0xbf6e1f784956452aULL);
  EXPECT_EQ(random.next(), 0x1a5f849d4933e6e0ULL);
}

TEST(Random, RepeatsItselfForTheSameSeedOnly) {
  Random one(42);
  Random same(42);
  Random other(43);
  const std::uint64_t first = one.next();
  EXPECT_EQ(same.next(), first);
  EXPECT_NE(other.next(), first);
}

TEST(Random, BelowStaysBelowAndReachesEverything) {
  Random random(1);
  std::array<int, 5> counts{};
  for (int i = 0; i < 5'000; ++i) ++counts[random.below(5)];
  for (const int count : counts) EXPECT_NEAR(count, 1'000, 150);
}

TEST(Random, UnitIsInTheHalfOpenInterval) {
  Random random(2);
  double sum = 0;
  for (int i = 0; i < 4'000; ++i) {
    const double draw = random.unit();
    ASSERT_GE(draw, 0.0);
    ASSERT_LT(draw, 1.0);
    sum += draw;
  }
  EXPECT_NEAR(sum / 4'000, 0.5, 0.03);
}

TEST(Random, ShufflesToEveryPermutationEquallyOften) {
  Random random(3);
  std::map<std::vector<int>, int> counts;
  for (int i = 0; i < 6'000; ++i) {
    std::vector<int> items = {0, 1, 2};
    random.shuffle(items);
    ++counts[items];
  }
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [items, count] : counts) EXPECT_NEAR(count, 1'000, 150);
}

TEST(Random, SplittingDoesNotAdvanceTheStream) {
  Random random(4);
  Random untouched(4);
  Random first = random.split(0);
  Random second = random.split(1);
  EXPECT_NE(first.next(), second.next());
  EXPECT_EQ(random.next(), untouched.next());
}

}  // namespace
}  // namespace heddle
