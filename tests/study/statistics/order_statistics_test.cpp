// The exact cost of parallel searches equals what enumerating every draw gives.
#include "study/statistics/order_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/random.hpp"

namespace heddle::study {
namespace {

// One parallel search by its definition: the first error stops all, otherwise all run to their end.
PoolRun outcome(const std::vector<PoolRun>& drawn) {
  PoolRun best{std::numeric_limits<double>::infinity(), false};
  double longest = 0;
  for (const PoolRun& run : drawn) {
    longest = std::max(longest, run.cost);
    if (run.found && run.cost < best.cost) best = run;
  }
  return best.found ? best : PoolRun{longest, false};
}

// Every draw of `searches` runs, each equally likely: tuples with replacement, subsets without.
void enumerate(const std::vector<PoolRun>& runs, std::size_t searches, Draw draw, std::size_t from,
               std::vector<PoolRun>& drawn, std::vector<PoolRun>& outcomes) {
  if (drawn.size() == searches) {
    outcomes.push_back(outcome(drawn));
    return;
  }
  const bool returned = draw == Draw::with_replacement;
  for (std::size_t i = returned ? 0 : from; i < runs.size(); ++i) {
    drawn.push_back(runs[i]);
    enumerate(runs, searches, draw, i + 1, drawn, outcomes);
    drawn.pop_back();
  }
}

void expect_as_enumerated(const std::vector<PoolRun>& runs, std::size_t searches, Draw draw) {
  std::vector<PoolRun> drawn;
  std::vector<PoolRun> outcomes;
  enumerate(runs, searches, draw, 0, drawn, outcomes);
  double sum = 0;
  double found = 0;
  double found_sum = 0;
  for (const PoolRun& one : outcomes) {
    sum += one.cost;
    if (!one.found) continue;
    found += 1;
    found_sum += one.cost;
  }
  const auto count = static_cast<double>(outcomes.size());
  double squares = 0;
  for (const PoolRun& one : outcomes) squares += std::pow(one.cost - sum / count, 2);
  const Pool pool(runs);
  const ParallelCost cost = parallel_cost(pool, searches, draw);
  EXPECT_NEAR(cost.mean, sum / count, 1e-9);
  EXPECT_NEAR(cost.deviation, std::sqrt(squares / count), 1e-6);
  EXPECT_NEAR(cost.success, found / count, 1e-12);
  EXPECT_EQ(cost.mean_of_found.has_value(), found > 0);
  if (found > 0) {
    EXPECT_NEAR(*cost.mean_of_found, found_sum / found, 1e-9);
    EXPECT_NEAR(*cost.to_error(), sum / found, 1e-9);
  }
}

std::vector<PoolRun> random_pool(Random& random, std::size_t size) {
  std::vector<PoolRun> runs(size);
  for (PoolRun& run : runs) {
    run.cost = static_cast<double>(random.below(12));  // with ties
    run.found = random.below(3) > 0;
  }
  return runs;
}

TEST(OrderStatistics, EqualEnumerationOfSubsets) {
  Random random(1);
  for (std::size_t size = 1; size <= 8; ++size) {
    for (int round = 0; round < 5; ++round) {
      const std::vector<PoolRun> runs = random_pool(random, size);
      for (std::size_t searches = 1; searches <= size; ++searches) {
        expect_as_enumerated(runs, searches, Draw::without_replacement);
      }
    }
  }
}

TEST(OrderStatistics, EqualEnumerationOfTuples) {
  Random random(2);
  for (std::size_t size = 1; size <= 5; ++size) {
    for (int round = 0; round < 5; ++round) {
      const std::vector<PoolRun> runs = random_pool(random, size);
      for (std::size_t searches = 1; searches <= 5; ++searches) {
        expect_as_enumerated(runs, searches, Draw::with_replacement);
      }
    }
  }
}

TEST(OrderStatistics, ChancesMakeOneAlsoInLargePools) {
  for (const Draw draw : {Draw::with_replacement, Draw::without_replacement}) {
    for (const std::size_t searches : {1UL, 2UL, 20UL, 1000UL}) {
      double sum = 0;
      for (const double chance : chance_of_first(5000, searches, draw)) {
        EXPECT_GE(chance, 0);
        sum += chance;
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

TEST(OrderStatistics, AllRunsOfThePoolFindItsMinimum) {
  const Pool pool({{5, true}, {3, true}, {100, false}});
  const ParallelCost cost = parallel_cost(pool, 3, Draw::without_replacement);
  EXPECT_EQ(cost.mean, 3);
  EXPECT_EQ(cost.success, 1);
  EXPECT_EQ(cost.deviation, 0);
}

TEST(OrderStatistics, WithoutAnyErrorThereIsNoCostToIt) {
  const Pool pool({{5, false}, {9, false}});
  const ParallelCost cost = parallel_cost(pool, 2, Draw::without_replacement);
  EXPECT_EQ(cost.success, 0);
  EXPECT_EQ(cost.mean, 9);
  EXPECT_FALSE(cost.mean_of_found);
  EXPECT_FALSE(cost.to_error());
}

TEST(OrderStatistics, CountsBeyondThePoolNeedReplacement) {
  const Pool pool({{5, true}, {9, true}});
  EXPECT_EQ(parallel_costs(pool, {1, 2, 3}, Draw::without_replacement).size(), 2U);
  EXPECT_EQ(parallel_costs(pool, {1, 2, 3}, Draw::with_replacement).size(), 3U);
}

TEST(OrderStatistics, AllTrialsSucceedTogether) {
  EXPECT_DOUBLE_EQ(all_succeed(0.5, 3), 0.125);
  EXPECT_EQ(all_succeed(1, 50), 1);
}

}  // namespace
}  // namespace heddle::study
