// A curve has a sample after each interval, and a bounded number of them.
#include "search/strategy/tree_curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::search {
namespace {

TEST(TreeCurve, SamplesOnceInAThousandExecutions) {
  TreeCurve curve;
  for (std::size_t execution = 1; execution <= 3500; ++execution) curve.take(2 * execution);
  EXPECT_EQ(curve.interval(), 1000U);
  EXPECT_THAT(curve.samples(), testing::ElementsAre(2000U, 4000U, 6000U));
}

TEST(TreeCurve, OfALongSearchIsCoarser) {
  TreeCurve curve;
  constexpr std::size_t kExecutions = 3'000'000;
  for (std::size_t execution = 1; execution <= kExecutions; ++execution) curve.take(execution);
  EXPECT_LE(curve.samples().size(), 512U);
  EXPECT_GE(curve.samples().size(), 200U);
  for (std::size_t i = 0; i < curve.samples().size(); ++i) {
    ASSERT_EQ(curve.samples()[i], (i + 1) * curve.interval());
  }
}

}  // namespace
}  // namespace heddle::search
