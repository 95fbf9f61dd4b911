// The shape of the explored tree keeps every count, at any depth.
#include "search/engine/depth_profile.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace heddle::search {
namespace {

std::uint64_t states(const DepthProfile& profile) {
  return std::accumulate(profile.levels().begin(), profile.levels().end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& level) { return sum + level.states; });
}

TEST(DepthProfile, CountsByDepth) {
  DepthProfile profile;
  profile.at(0).states = 1;
  profile.at(63).executions = 2;
  EXPECT_EQ(profile.width(), 1U);
  EXPECT_EQ(profile.levels()[0].states, 1U);
  EXPECT_EQ(profile.levels()[63].executions, 2U);
}

TEST(DepthProfile, DeepTreesHaveWiderLevels) {
  DepthProfile profile;
  for (std::size_t depth = 0; depth < 1000; ++depth) ++profile.at(depth).states;
  EXPECT_EQ(profile.width(), 16U);
  EXPECT_EQ(profile.levels()[0].states, 16U);
  EXPECT_EQ(profile.levels()[62].states, 8U);  // depths 992 to 999
  EXPECT_EQ(states(profile), 1000U);
  ++profile.at(std::size_t{1} << 40U).states;
  EXPECT_EQ(states(profile), 1001U);
}

TEST(DepthProfile, SumsHaveTheWiderLevels) {
  DepthProfile deep;
  deep.at(200).revisits = 3;
  DepthProfile flat;
  flat.at(5).revisits = 4;
  flat.at(63).states = 1;
  DepthProfile sum = flat;
  sum += deep;
  EXPECT_EQ(sum.width(), 4U);
  EXPECT_EQ(sum.levels()[1].revisits, 4U);
  EXPECT_EQ(sum.levels()[50].revisits, 3U);
  EXPECT_EQ(sum.levels()[15].states, 1U);
  DepthProfile other = deep;
  other += flat;
  EXPECT_EQ(other, sum);
}

}  // namespace
}  // namespace heddle::search
