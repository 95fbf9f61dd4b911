// Executions go on fairly: those that can end do, and those that cannot are known by their cycle.
#include "search/liveness/fair_run.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "search/by_hand.hpp"
#include "search/table_system.hpp"

namespace heddle::search {
namespace {

using RunEnd = FairRun::End;

constexpr FairRun::Limits kSteps{10'000};

// Thread 0 goes round between the first two states; thread 1 is enabled in one of them only and
// ends it, as a thread does that waits for a lock.
const StateTable kPolled = {{1, kBlocked}, {0, 2}, {kBlocked, kBlocked}};

TEST(FairRunTest, AThreadThatIsEnabledNowAndThenMoves) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (const bool compares : {false, true}) {
      TableSystem system(kPolled);
      FairRun run(system, compares, seed);
      EXPECT_EQ(run.go_on(kSteps), RunEnd::ended);
      EXPECT_EQ(run.schedule().back(), decide(1));
    }
  }
}

TEST(FairRunTest, AnUnfairScheduleIsNoLivelock) {
  TableSystem system(kPolled);
  FairRun run(system, true, 1);
  EXPECT_EQ(run.follow(Schedule(1'000, decide(0)), kSteps), RunEnd::running);
  EXPECT_FALSE(run.is_fair_so_far()) << "a thread was enabled and never moved";
  EXPECT_EQ(run.go_on(kSteps), RunEnd::ended);
}

TEST(FairRunTest, AFairCycleIsFoundInTheScheduleItself) {
  // Two threads in step, which fall out of it when one moves twice.
  TableSystem system({{1, 2}, {2, 0}, {kBlocked, kBlocked}});
  FairRun run(system, true, 1);
  const Schedule schedule = {decide(0), decide(1), decide(0), decide(1)};
  ASSERT_EQ(run.follow(schedule, kSteps), RunEnd::cycle);
  EXPECT_EQ(to_text(run.livelock()->schedule), "0 1");
  EXPECT_EQ(run.livelock()->cycle_begin, 0U);
}

TEST(FairRunTest, WithoutComparisonACycleIsNotKnown) {
  TableSystem system(StateTable{{0}});
  FairRun run(system, false, 1);
  EXPECT_EQ(run.go_on(kSteps), RunEnd::running);
  EXPECT_EQ(run.schedule().size(), kSteps.steps);
  EXPECT_TRUE(run.is_fair_so_far());
}

TEST(FairRunTest, AScheduleThatTheSystemCannotFollowIsToldApart) {
  TableSystem system(kPolled);
  FairRun run(system, true, 1);
  EXPECT_EQ(run.follow({decide(1)}, kSteps), RunEnd::diverged);
}

TEST(FairRunTest, IsStoppedFromOutside) {
  const std::atomic<bool> stop{true};
  TableSystem system(StateTable{{0}});
  FairRun run(system, false, 1);
  EXPECT_EQ(run.go_on({.steps = 10, .stop = &stop}), RunEnd::stopped);
}

// Whether the steps from `begin` on lead back, every thread enabled on the way moves, and every
// choice is made in both ways.
bool is_fair_cycle(const StateTable& table, const ChoiceTable& choices, const Livelock& livelock) {
  TableSystem system(table, choices);
  std::map<std::pair<std::uint32_t, ThreadId>, std::set<std::uint16_t>> made;
  std::uint32_t entry = kBlocked;
  std::set<ThreadId> enabled;
  std::set<ThreadId> moved;
  for (std::size_t i = 0; i < livelock.schedule.size(); ++i) {
    if (i == livelock.cycle_begin) entry = system.state();
    if (i >= livelock.cycle_begin) {
      for (const ThreadView& thread : system.view().threads) {
        if (thread.enabled()) enabled.insert(thread.id);
      }
      const Decision decision = livelock.schedule[i];
      moved.insert(decision.thread);
      if (system.view().find(decision.thread)->alternatives == 2) {
        made[{system.state(), decision.thread}].insert(decision.alternative);
      }
    }
    system.step(livelock.schedule[i]);
  }
  const bool are_all_made = std::all_of(
      made.begin(), made.end(), [](const auto& choice) { return choice.second.size() == 2; });
  return system.state() == entry && enabled == moved && are_all_made;
}

// A finite program either ends or closes a fair cycle.
TEST(FairRunTest, DecidesRandomGraphs) {
  Random random(0xfa1);
  int ended = 0;
  int cycles = 0;
  for (int i = 0; i < 3'000; ++i) {
    const StateTable table = random_table(random);
    const ChoiceTable choices = random_choices(random, table);
    TableSystem system(table, choices);
    FairRun run(system, true, static_cast<std::uint64_t>(i));
    const RunEnd end = run.go_on(kSteps);
    ASSERT_TRUE(end == RunEnd::ended || end == RunEnd::cycle);
    if (end == RunEnd::cycle) {
      ASSERT_TRUE(is_fair_cycle(table, choices, *run.livelock()));
    }
    ++(end == RunEnd::ended ? ended : cycles);
  }
  EXPECT_GT(ended, 300);
  EXPECT_GT(cycles, 300);
}

}  // namespace
}  // namespace heddle::search
