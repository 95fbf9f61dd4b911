// Resampling agrees with the exact figures within what its number of trials allows, and repeats
// itself for a seed.
#include "study/statistics/resampling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study/statistics/order_statistics.hpp"

namespace heddle::study {
namespace {

Pool skewed_pool() {
  Random random(11);
  std::vector<PoolRun> runs(200);
  for (PoolRun& run : runs) {
    run.cost = std::floor(std::exp(10 * random.unit()));
    run.found = random.below(4) > 0;
  }
  return Pool(std::move(runs));
}

TEST(Resampling, AgreesWithOrderStatistics) {
  const Pool pool = skewed_pool();
  Random random(3);
  constexpr std::size_t kMany = 4000;
  for (const std::size_t searches : {1UL, 2UL, 5UL, 20UL}) {
    const Resampled trials = resample(pool, searches, kMany, random);
    const ParallelCost exact = parallel_cost(pool, searches, Draw::with_replacement);
    const double root = std::sqrt(static_cast<double>(kMany));
    // Five standard errors; the seed is fixed, so this passes always or never.
    EXPECT_NEAR(trials.mean, exact.mean, 5 * exact.deviation / root);
    const double spread = std::sqrt(exact.success * (1 - exact.success));
    EXPECT_NEAR(static_cast<double>(trials.succeeded) / kMany, exact.success,
                5 * spread / root + 1e-9);
    EXPECT_NEAR(trials.deviation / exact.deviation, 1, 0.3);
  }
}

TEST(Resampling, RepeatsItselfForASeed) {
  const Pool pool = skewed_pool();
  Random first(8);
  Random second(8);
  Random other(9);
  const double mean = resample(pool, 3, 50, first).mean;
  EXPECT_EQ(mean, resample(pool, 3, 50, second).mean);
  EXPECT_NE(mean, resample(pool, 3, 50, other).mean);
}

}  // namespace
}  // namespace heddle::study
