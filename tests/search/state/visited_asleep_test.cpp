// A state is new again for those who slept at every earlier visit, and for nobody else.
#include "search/state/visited_asleep.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

constexpr Fingerprint kState{1, 2};

class VisitedAsleepTest : public testing::Test {
 protected:
  bool arrive(SleepSet asleep, std::uint32_t depth = 7) {
    return store_.insert(kState, Arrival{asleep, depth}.spent());
  }

  BasicVisitedAsleep<NarrowKey> store_;
};

TEST_F(VisitedAsleepTest, WhoSleptIsWokenOnce) {
  EXPECT_TRUE(arrive(0b0110));
  EXPECT_TRUE(store_.opening().is_new);
  EXPECT_EQ(store_.opening().asleep, 0b0110U);
  EXPECT_FALSE(arrive(0b0111)) << "those who are awake have moved";
  EXPECT_EQ(store_.reopened(), 0U);

  EXPECT_TRUE(arrive(0b1010));
  EXPECT_FALSE(store_.opening().is_new);
  EXPECT_EQ(store_.opening().woken, 0b0100U);
  EXPECT_EQ(store_.opening().asleep, 0b0010U);
  EXPECT_EQ(store_.reopened(), 1U);
  EXPECT_FALSE(arrive(0b1010));

  EXPECT_TRUE(arrive(0));
  EXPECT_EQ(store_.opening().woken, 0b0010U);
  EXPECT_FALSE(arrive(0));
}

TEST_F(VisitedAsleepTest, AnotherDepthIsNoticed) {
  arrive(0, 7);
  arrive(0, 7);
  EXPECT_EQ(store_.other_depths(), 0U);
  arrive(0, 9);
  EXPECT_EQ(store_.other_depths(), 1U);
}

}  // namespace
}  // namespace heddle::search
