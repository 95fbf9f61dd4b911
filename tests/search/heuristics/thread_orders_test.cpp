// The choice that each order of siblings prefers.
#include "search/heuristics/thread_orders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

TEST(ThreadIndex, PrefersTheSmallerThreadThenTheSmallerAlternative) {
  HandMadePath made({thread(0), thread(1)});
  ThreadIndex rank;
  const auto cost = [&](Decision decision) { return rank.cost(made.path(), {0, decision}); };
  EXPECT_LT(cost(decide(0, 9)), cost(decide(1, 0)));
  EXPECT_LT(cost(decide(1, 0)), cost(decide(1, 1)));
}

TEST(StayOnThread, PrefersWhoMovedLast) {
  HandMadePath made({thread(0), thread(1)});
  made.step(decide(1), {thread(0), thread(1)});
  StayOnThread rank;
  EXPECT_LT(rank.cost(made.path(), {1, decide(1)}), rank.cost(made.path(), {1, decide(0)}));
}

TEST(YieldersLast, PrefersWhoCanGoOn) {
  ThreadView yielder = thread(1);
  yielder.yielding = true;
  HandMadePath made({thread(0), yielder});
  made.step(decide(1), {thread(0), yielder});
  YieldersLast rank;
  EXPECT_LT(rank.cost(made.path(), {1, decide(0)}), rank.cost(made.path(), {1, decide(1)}));
}

TEST(Depth, IsSpentByThePath) {
  HandMadePath made({thread(0)});
  const Depth rank;
  EXPECT_EQ(rank.arrival(made.path()).spent, 0U);
  made.step(decide(0), {thread(0)});
  EXPECT_EQ(rank.arrival(made.path()).spent, 1U);
}

TEST(SwitchThread, PrefersAnybodyButWhoMovedLast) {
  HandMadePath made({thread(0), thread(1)});
  SwitchThread rank;
  EXPECT_EQ(rank.cost(made.path(), {0, decide(0)}), rank.cost(made.path(), {0, decide(1)}));
  made.step(decide(1), {thread(0), thread(1)});
  EXPECT_LT(rank.cost(made.path(), {1, decide(0)}), rank.cost(made.path(), {1, decide(1)}));
}

TEST(ThreadPreference, PrefersTheListedThreads) {
  HandMadePath made({thread(0), thread(1), thread(2)});
  ThreadPreference rank({thread_id(1)});
  EXPECT_LT(rank.cost(made.path(), {0, decide(1)}), rank.cost(made.path(), {0, decide(0)}));
  EXPECT_EQ(rank.cost(made.path(), {0, decide(2)}), rank.cost(made.path(), {0, decide(0)}));
}

// Chi-square over the 24 orders of four siblings; 23 degrees of freedom exceed 49.7 once in 1,000.
TEST(Shuffle, MakesEveryPermutationEquallyLikely) {
  constexpr int kDraws = 48'000;
  HandMadePath made({thread(0), thread(1), thread(2), thread(3)});
  Shuffle rank(4);
  std::map<std::array<std::size_t, 4>, int> counts;
  for (int i = 0; i < kDraws; ++i) {
    std::array<Cost, 4> costs = {};
    for (std::size_t id = 0; id < 4; ++id) costs[id] = rank.cost(made.path(), {0, decide(id)});
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
    ++counts[order];
  }
  EXPECT_EQ(counts.size(), 24U);
  constexpr double kExpected = kDraws / 24.0;
  double chi_square = 0;
  for (const auto& [order, count] : counts) {
    chi_square += (count - kExpected) * (count - kExpected) / kExpected;
  }
  EXPECT_LT(chi_square, 49.7);
}

TEST(Shuffle, RepeatsForASeedAndPrefersNobodyForEver) {
  HandMadePath made({thread(0), thread(1)});
  Shuffle rank(1);
  Shuffle same(1);
  int zero_first = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Cost zero = rank.cost(made.path(), {0, decide(0)});
    const Cost one = rank.cost(made.path(), {0, decide(1)});
    EXPECT_EQ(zero, same.cost(made.path(), {0, decide(0)}));
    EXPECT_EQ(one, same.cost(made.path(), {0, decide(1)}));
    zero_first += zero < one ? 1 : 0;
  }
  EXPECT_NEAR(zero_first, 500, 80);
}

}  // namespace
}  // namespace heddle::search
