// A state is new again for those who slept at every earlier visit, and for nobody else.
#include "search/state/visited_asleep.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

constexpr Fingerprint kState{1, 2};

class VisitedAsleepTest : public testing::Test {
 protected:
  Visit arrive(SleepSet asleep, std::uint32_t depth = 7) {
    return store_.insert(kState, {.asleep = asleep, .depth = depth});
  }

  BasicVisitedAsleep<NarrowKey> store_;
};

TEST_F(VisitedAsleepTest, WhoSleptIsWokenOnce) {
  EXPECT_EQ(arrive(0b0110), Visit::fresh);
  EXPECT_TRUE(store_.opening().is_new);
  EXPECT_EQ(store_.opening().asleep, 0b0110U);
  EXPECT_EQ(arrive(0b0111), Visit::known) << "those who are awake have moved";

  EXPECT_EQ(arrive(0b1010), Visit::reopened);
  EXPECT_FALSE(store_.opening().is_new);
  EXPECT_EQ(store_.opening().woken, 0b0100U);
  EXPECT_EQ(store_.opening().asleep, 0b0010U);
  EXPECT_EQ(arrive(0b1010), Visit::known);

  EXPECT_EQ(arrive(0), Visit::reopened);
  EXPECT_EQ(store_.opening().woken, 0b0010U);
  EXPECT_EQ(arrive(0), Visit::known);
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
