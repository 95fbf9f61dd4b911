// Which arrival completes a round.
#include "sync/barrier.hpp"

#include <gtest/gtest.h>

namespace heddle::sync {
namespace {

TEST(Barrier, IsCompletedByTheLastToArrive) {
  const Barrier barrier{3};
  EXPECT_FALSE(completes(barrier, 0));
  EXPECT_FALSE(completes(barrier, 1));
  EXPECT_TRUE(completes(barrier, 2));
}

TEST(Barrier, ForOneNeverHoldsAnybodyUp) { EXPECT_TRUE(completes(Barrier{1}, 0)); }

}  // namespace
}  // namespace heddle::sync
