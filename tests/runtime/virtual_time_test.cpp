// Clocks show virtual time, and deadlines on any of them mean the same moment.
#include "runtime/virtual_time.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

class VirtualTime : public WorldByHand {};

TEST_F(VirtualTime, EveryClockMovesWithTheWorld) {
  for (const clockid_t clock : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_TAI}) {
    world().now = 0;
    const timespec start = virtual_now(clock);
    EXPECT_GT(start.tv_sec, 0) << "programs may subtract from it";
    world().now = 3 * kSecond + 999'999'999;
    const timespec later = virtual_now(clock);
    EXPECT_EQ(later.tv_sec - start.tv_sec, 3);
    EXPECT_EQ(later.tv_nsec, 999'999'999);
  }
}

TEST_F(VirtualTime, ADeadlineIsTheSameMomentOnEveryClock) {
  for (const clockid_t clock :
       {CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC, CLOCK_BOOTTIME}) {
    world().now = 12'345;
    timespec deadline = virtual_now(clock);
    EXPECT_EQ(virtual_deadline(clock, deadline), 12'345U);
    deadline.tv_sec += 2;
    deadline.tv_nsec += 5;
    EXPECT_EQ(virtual_deadline(clock, deadline), 2 * kSecond + 12'350);
    EXPECT_EQ(virtual_deadline_after({2, 5}), 2 * kSecond + 12'350);
  }
}

TEST_F(VirtualTime, WhatPassesBeforeTheExplorationIsPast) {
  const timespec start = virtual_now(CLOCK_MONOTONIC);
  pass_early_time(3 * kSecond + 5);
  const timespec later = virtual_now(CLOCK_MONOTONIC);
  EXPECT_EQ(later.tv_sec - start.tv_sec, 3);
  EXPECT_EQ(later.tv_nsec, 5);
  EXPECT_EQ(virtual_now(), 3 * kSecond + 5);
  EXPECT_EQ(virtual_deadline(CLOCK_MONOTONIC, later), 0U);
  pass_early_time(kNever);
  EXPECT_GT(virtual_now(CLOCK_REALTIME).tv_sec, later.tv_sec) << "without an overflow";
  runtime().early_time = 0;
}

TEST_F(VirtualTime, DeadlinesBeforeTheStartAreTheStart) {
  EXPECT_EQ(virtual_deadline(CLOCK_REALTIME, {0, 0}), 0U);
  EXPECT_EQ(virtual_deadline(CLOCK_REALTIME, {-5, 0}), 0U);
  EXPECT_EQ(virtual_deadline(CLOCK_MONOTONIC, {1, 0}), 0U);
  world().now = 77;
  EXPECT_EQ(virtual_deadline_after({-1, 0}), 77U);
}

TEST_F(VirtualTime, FarDeadlinesStayDeadlines) {
  constexpr time_t kFar = std::numeric_limits<time_t>::max();
  world().now = 1000;
  for (const time_t seconds : {kFar, kFar / 2, time_t{18'446'744'073}, time_t{18'446'744'072}}) {
    const std::uint64_t after = virtual_deadline_after({seconds, 999'999'999});
    EXPECT_GT(after, world().now) << seconds;
    EXPECT_LT(after, kNever) << seconds;
    const std::uint64_t at = virtual_deadline(CLOCK_REALTIME, {seconds, 999'999'999});
    EXPECT_GT(at, world().now) << seconds;
    EXPECT_LT(at, kNever) << seconds;
  }
}

TEST_F(VirtualTime, LookingAtTheClockTakesNoTimeAtFirst) {
  world().current = mover().id;
  for (int i = 0; i < 30; ++i) EXPECT_EQ(time_of_clock_read(), 0U);
}

TEST_F(VirtualTime, ALoopUntilADeadlineEnds) {
  Thread& self = mover();
  world().current = self.id;
  constexpr std::uint64_t kDay = std::uint64_t{24} * 3600 * 1'000'000'000;
  std::uint64_t passed = 0;
  std::uint64_t first = 0;
  int looks = 0;
  for (; passed < kDay && looks < 1000; ++looks) {
    const std::uint64_t span = time_of_clock_read();
    if (first == 0) first = span;
    passed += span;
  }
  EXPECT_LT(looks, 200);
  EXPECT_EQ(first, 1'000'000U);
  self.clock_reads = 0;  // as at an operation for others
  EXPECT_EQ(time_of_clock_read(), 0U) << "patient again";
}

TEST_F(VirtualTime, ALoopWithoutADeadlineRepeatsItsState) {
  Thread& self = mover();
  world().current = self.id;
  for (int i = 0; i < 1000; ++i) time_of_clock_read();
  const std::uint16_t reads = self.clock_reads;
  EXPECT_EQ(time_of_clock_read(), 0U);
  EXPECT_EQ(self.clock_reads, reads);
}

TEST_F(VirtualTime, EachThreadHasPatienceOfItsOwn) {
  Thread& one = mover();
  Thread& two = mover();
  for (int i = 0; i < 30; ++i) {
    world().current = one.id;
    EXPECT_EQ(time_of_clock_read(), 0U);
    world().current = two.id;
    EXPECT_EQ(time_of_clock_read(), 0U);
  }
}

TEST_F(VirtualTime, OperationsForOthersAreNoWait) {
  Thread& self = mover();
  for (const OpKind kind : {OpKind::read, OpKind::atomic_load, OpKind::mutex_lock,
                            OpKind::mutex_unlock, OpKind::spin_unlock, OpKind::yield}) {
    self.pending.kind = kind;
    EXPECT_TRUE(may_wait_for_time(self)) << name(kind);
  }
  for (const OpKind kind : {OpKind::write, OpKind::atomic_store, OpKind::cond_wait,
                            OpKind::cond_signal, OpKind::sem_post, OpKind::sleep}) {
    self.pending.kind = kind;
    EXPECT_FALSE(may_wait_for_time(self)) << name(kind);
  }
}

}  // namespace
}  // namespace heddle::native
