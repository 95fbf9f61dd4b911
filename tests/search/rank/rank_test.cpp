// What each of the simple ranks prefers.
#include <gtest/gtest.h>

#include "search/by_hand.hpp"
#include "search/rank/depth.hpp"
#include "search/rank/shuffle.hpp"
#include "search/rank/stay_on_thread.hpp"
#include "search/rank/thread_index.hpp"

namespace heddle::search {
namespace {

TEST(ThreadIndex, PrefersTheSmallerThreadThenTheSmallerAlternative) {
  HandMadePath made({thread(0), thread(1)});
  ThreadIndex rank;
  const auto cost = [&](Decision decision) { return rank.cost(made.path(), {0, decision}); };
  EXPECT_LT(cost(decide(0, 9)), cost(decide(1, 0)));
  EXPECT_LT(cost(decide(1, 0)), cost(decide(1, 1)));
}

TEST(Depth, CountsTheStepToBeTaken) {
  HandMadePath made({thread(0)});
  Depth rank;
  EXPECT_EQ(rank.cost(made.path(), {0, decide(0)}), 1U);
  EXPECT_EQ(rank.cost(made.path(), {41, decide(0)}), 42U);
}

TEST(StayOnThread, PrefersWhoMovedLast) {
  HandMadePath made({thread(0), thread(1)});
  made.step(decide(1), {thread(0), thread(1)});
  StayOnThread rank;
  EXPECT_LT(rank.cost(made.path(), {1, decide(1)}), rank.cost(made.path(), {1, decide(0)}));
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
