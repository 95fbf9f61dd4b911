// A thread that yields twice without letting another move must wait for it.
#include "search/liveness/fair_schedule.hpp"

#include <gtest/gtest.h>

#include "search/by_hand.hpp"
#include "search/heuristics/bounded_costs.hpp"

namespace heddle::search {
namespace {

class FairScheduleTest : public testing::Test {
 protected:
  void step(std::size_t id, std::vector<ThreadView> after) {
    fairness_->stepping(made_.path(), decide(id));
    made_.step(decide(id), std::move(after));
    if (!fairness_->is_asleep()) fairness_->stepped(made_.path());
  }
  void rewind(std::uint32_t depth, std::vector<ThreadView> there) {
    made_.truncate(depth, std::move(there));
    if (!fairness_->is_asleep()) fairness_->rewound(made_.path());
  }
  bool waits(std::size_t id) { return fairness_->holds_back(made_.path(), thread_id(id)); }

  std::vector<ThreadView> spinning_ = {thread(0, 1, true), thread(1)};
  HandMadePath made_{spinning_};
  std::shared_ptr<FairSchedule> fairness_ = std::make_shared<FairSchedule>();
};

TEST_F(FairScheduleTest, SleepsUntilSomebodyYields) {
  EXPECT_TRUE(fairness_->is_asleep());
  step(1, spinning_);
  EXPECT_TRUE(fairness_->is_asleep());
  step(0, spinning_);
  EXPECT_FALSE(fairness_->is_asleep());
  rewind(1, spinning_);
  EXPECT_TRUE(fairness_->is_asleep());
}

TEST_F(FairScheduleTest, TheSecondYieldMakesTheThreadWaitForWhoNeverMoved) {
  step(0, spinning_);
  EXPECT_FALSE(waits(0));
  step(0, spinning_);
  EXPECT_TRUE(waits(0));
  EXPECT_FALSE(waits(1));
  EXPECT_EQ(Unfairness(fairness_).cost(made_.path(), {2, decide(0)}), 1U);
  step(1, spinning_);
  EXPECT_FALSE(waits(0)) << "the other one moved";
}

TEST_F(FairScheduleTest, NobodyWaitsForAThreadThatIsDisabled) {
  step(0, spinning_);
  step(0, {thread(0, 1, true), thread(1, 0)});
  EXPECT_FALSE(waits(0));
}

TEST_F(FairScheduleTest, AThreadDisabledByTheYieldingOneIsWaitedForOnceItIsEnabled) {
  step(0, {thread(0), thread(1)});              // a yield opens the window
  step(0, {thread(0, 1, true), thread(1, 0)});  // it disables the other one
  step(0, {thread(0, 1, true), thread(1, 0)});  // and yields again
  EXPECT_FALSE(waits(0));
  step(0, {thread(0, 1, true), thread(1)});
  EXPECT_TRUE(waits(0));
}

TEST_F(FairScheduleTest, IsTakenBackWithThePath) {
  step(0, spinning_);
  step(0, spinning_);
  ASSERT_TRUE(waits(0));
  rewind(1, spinning_);
  EXPECT_FALSE(waits(0));
  step(1, spinning_);
  step(0, spinning_);
  EXPECT_FALSE(waits(0)) << "the other one moved within the window";
}

TEST_F(FairScheduleTest, ContextTellsHistoriesApartThatMatter) {
  EXPECT_EQ(fairness_->context(made_.path()), 0U);
  step(0, spinning_);
  const std::uint64_t once = fairness_->context(made_.path());
  EXPECT_NE(once, 0U);
  step(0, spinning_);
  EXPECT_NE(fairness_->context(made_.path()), once) << "now it must wait";
  rewind(1, spinning_);
  EXPECT_EQ(fairness_->context(made_.path()), once);
  step(1, spinning_);
  step(0, spinning_);
  EXPECT_EQ(fairness_->context(made_.path()), once) << "a window that begins anew";
}

TEST_F(FairScheduleTest, ASwitchForcedByFairnessIsNoPreemption) {
  Preemptions rank(fairness_);
  step(0, spinning_);
  step(0, {thread(0), thread(1)});
  ASSERT_TRUE(waits(0));
  EXPECT_EQ(rank.cost(made_.path(), {2, decide(1)}), 0U);
}

}  // namespace
}  // namespace heddle::search
