// Wilson's interval has its published values and its defining property.
#include "study/statistics/share.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace heddle::study {
namespace {

TEST(Share, OfNoRunsIsZeroAndUnknown) {
  EXPECT_EQ((Share{0, 0}.value()), 0);
  EXPECT_EQ(wilson({0, 0}).low, 0);
  EXPECT_EQ(wilson({0, 0}).high, 1);
}

TEST(Share, ExtremesAreOpenOnOneSideOnly) {
  EXPECT_EQ(wilson({0, 10}).low, 0);
  EXPECT_NEAR(wilson({0, 10}).high, 0.2775, 1e-4);
  EXPECT_NEAR(wilson({10, 10}).low, 0.7225, 1e-4);
  EXPECT_EQ(wilson({10, 10}).high, 1);
}

// The bounds are the probabilities from which the observed share is 1.96 deviations away.
TEST(Share, BoundsSolveTheScoreEquation) {
  for (std::size_t total = 1; total <= 40; ++total) {
    for (std::size_t found = 0; found <= total; ++found) {
      const Share share{found, total};
      const Interval interval = wilson(share);
      EXPECT_LE(interval.low, share.value());
      EXPECT_GE(interval.high, share.value());
      for (const double p : {interval.low, interval.high}) {
        if (p == 0 || p == 1) continue;
        const double away = std::abs(share.value() - p);
        EXPECT_NEAR(away, 1.959964 * std::sqrt(p * (1 - p) / static_cast<double>(total)), 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace heddle::study
