// The figures of a sample equal what their definitions give.
#include "study/statistics/sample_summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace heddle::study {
namespace {

TEST(Summary, OfNothingIsZero) {
  const Summary none = summarize({});
  EXPECT_EQ(none.count, 0U);
  EXPECT_EQ(none.mean, 0);
}

TEST(Summary, OfOneValueHasNoDeviation) {
  const Summary one = summarize({7});
  EXPECT_EQ(one.count, 1U);
  EXPECT_EQ(one.mean, 7);
  EXPECT_EQ(one.median, 7);
  EXPECT_EQ(one.deviation, 0);
}

TEST(Summary, OfKnownValues) {
  const Summary summary = summarize({9, 2, 4, 4, 5, 5, 4, 7});
  EXPECT_DOUBLE_EQ(summary.mean, 5);
  EXPECT_DOUBLE_EQ(summary.median, 4.5);
  EXPECT_DOUBLE_EQ(summary.minimum, 2);
  EXPECT_DOUBLE_EQ(summary.maximum, 9);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(32.0 / 7));
}

TEST(Summary, EqualValuesDeviateByNothing) {
  EXPECT_EQ(summarize(std::vector<double>(10, 0.1)).deviation, 0);
}

// Deviation as the root of half the mean squared difference of all pairs: another definition.
TEST(Summary, AgreesWithPairwiseDifferences) {
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> values(2 + random.below(20));
    for (double& value : values) value = random.unit() * 1000;
    double squares = 0;
    for (const double a : values) {
      for (const double b : values) squares += (a - b) * (a - b);
    }
    const auto n = static_cast<double>(values.size());
    const Summary summary = summarize(values);
    EXPECT_NEAR(summary.deviation, std::sqrt(squares / (2 * n * (n - 1))), 1e-9);
    const auto below = std::count_if(values.begin(), values.end(),
                                     [&](double value) { return value < summary.median; });
    const auto above = std::count_if(values.begin(), values.end(),
                                     [&](double value) { return value > summary.median; });
    EXPECT_EQ(below, above);
  }
}

TEST(Quantile, InterpolatesBetweenNeighbours) {
  const std::vector<double> sorted = {0, 10, 20, 40};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 0);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.25), 7.5);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 15);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 40);
}

}  // namespace
}  // namespace heddle::study
