#include "races/lock_order.hpp"

#include <gtest/gtest.h>

namespace heddle::races {
namespace {

constexpr ObjectId kA{100};
constexpr ObjectId kB{200};
constexpr ObjectId kC{300};
constexpr ObjectId kGate{400};
constexpr ThreadId kOne{1};
constexpr ThreadId kTwo{2};
constexpr ThreadId kThree{3};

LockTake take(ObjectId lock, ThreadId thread) {
  LockTake take;
  take.lock = lock;
  take.stack = {Site{static_cast<std::uint64_t>(lock) * 10 + index(thread)}};
  return take;
}

// An execution with threads that are concurrent.
class LockOrderTest : public testing::Test {
 protected:
  LockOrderTest() {
    order.reset();
    for (const ThreadId thread : {kOne, kTwo, kThree}) order.created(kMainThread, thread);
  }
  void lock(ThreadId thread, ObjectId object) { order.taken(thread, take(object, thread)); }
  void unlock(ThreadId thread, ObjectId object) { order.released(thread, object); }
  void nest(ThreadId thread, ObjectId outer, ObjectId inner) {
    lock(thread, outer);
    lock(thread, inner);
    unlock(thread, inner);
    unlock(thread, outer);
  }

  LockOrder order;
};

TEST_F(LockOrderTest, TwoOrdersAreACycle) {
  nest(kOne, kA, kB);
  EXPECT_TRUE(order.cycles().empty());
  nest(kTwo, kB, kA);
  ASSERT_EQ(order.cycles().size(), 1U);
  const LockCycle& cycle = order.cycles().front();
  ASSERT_EQ(cycle.size(), 2U);
  EXPECT_EQ(cycle[0].thread, kTwo);
  EXPECT_EQ(cycle[0].held.lock, kB);
  EXPECT_EQ(cycle[0].wanted.lock, kA);
  EXPECT_EQ(cycle[1].thread, kOne);
  EXPECT_EQ(cycle[1].held.lock, kA);
}

TEST_F(LockOrderTest, ReturnsToAnEarlierMoment) {
  nest(kOne, kA, kB);
  const LockOrder::Execution moment = order.execution();
  nest(kOne, kB, kC);
  order.reset();
  nest(kTwo, kB, kA);
  EXPECT_TRUE(order.cycles().empty());
  order.return_to(moment);
  nest(kTwo, kC, kB);
  EXPECT_TRUE(order.cycles().empty());
  nest(kTwo, kB, kA);
  EXPECT_EQ(order.cycles().size(), 1U);
}

TEST_F(LockOrderTest, IsToldOncePerPlaces) {
  for (int i = 0; i < 3; ++i) {
    nest(kOne, kA, kB);
    nest(kTwo, kB, kA);
  }
  order.reset();
  order.created(kMainThread, kOne);
  order.created(kMainThread, kTwo);
  nest(kTwo, kB, kA);
  nest(kOne, kA, kB);
  EXPECT_EQ(order.cycles().size(), 1U);
}

TEST_F(LockOrderTest, OneThreadAloneIsNone) {
  nest(kOne, kA, kB);
  nest(kOne, kB, kA);
  EXPECT_TRUE(order.cycles().empty());
}

TEST_F(LockOrderTest, ThreeThreadsInACircle) {
  nest(kOne, kA, kB);
  nest(kTwo, kB, kC);
  EXPECT_TRUE(order.cycles().empty());
  nest(kThree, kC, kA);
  ASSERT_EQ(order.cycles().size(), 1U);
  EXPECT_EQ(order.cycles().front().size(), 3U);
}

TEST_F(LockOrderTest, AGateLockKeepsThemApart) {
  lock(kOne, kGate);
  nest(kOne, kA, kB);
  unlock(kOne, kGate);
  lock(kTwo, kGate);
  nest(kTwo, kB, kA);
  unlock(kTwo, kGate);
  EXPECT_TRUE(order.cycles().empty());
}

// One of three has the lock in its hand that another one must have.
TEST_F(LockOrderTest, WhatOneHoldsBesidesKeepsAnotherAway) {
  lock(kOne, kC);
  nest(kOne, kA, kB);
  unlock(kOne, kC);
  lock(kTwo, kGate);
  nest(kTwo, kB, kC);
  unlock(kTwo, kGate);
  lock(kThree, kGate);
  nest(kThree, kC, kA);
  unlock(kThree, kGate);
  // Not all three: that would need the gate twice, and C twice.
  ASSERT_FALSE(order.cycles().empty());
  for (const LockCycle& cycle : order.cycles()) EXPECT_EQ(cycle.size(), 2U);
}

TEST_F(LockOrderTest, AGateThatIsHeldForReadingDoesNot) {
  for (const ThreadId thread : {kOne, kTwo}) {
    LockTake gate = take(kGate, thread);
    gate.is_shared = true;
    order.taken(thread, gate);
    nest(thread, thread == kOne ? kA : kB, thread == kOne ? kB : kA);
    unlock(thread, kGate);
  }
  EXPECT_EQ(order.cycles().size(), 1U);
}

TEST_F(LockOrderTest, AJoinKeepsThemApart) {
  nest(kOne, kA, kB);
  order.joined(kMainThread, kOne);
  nest(kMainThread, kB, kA);
  EXPECT_TRUE(order.cycles().empty());
}

TEST_F(LockOrderTest, CreatingAThreadKeepsItApartFromWhatWasBefore) {
  order.reset();
  nest(kMainThread, kA, kB);
  order.created(kMainThread, kOne);
  nest(kOne, kB, kA);
  EXPECT_TRUE(order.cycles().empty());
  nest(kMainThread, kA, kB);
  EXPECT_EQ(order.cycles().size(), 1U);
}

TEST_F(LockOrderTest, WhoDoesNotWaitBlocksNobody) {
  nest(kOne, kA, kB);
  lock(kTwo, kB);
  LockTake trial = take(kA, kTwo);
  trial.waits = false;
  order.taken(kTwo, trial);
  EXPECT_TRUE(order.cycles().empty());
}

// What was taken by a trial is held like anything else.
TEST_F(LockOrderTest, WhatWasTriedIsHeld) {
  nest(kOne, kA, kB);
  LockTake trial = take(kB, kTwo);
  trial.waits = false;
  order.taken(kTwo, trial);
  lock(kTwo, kA);
  EXPECT_EQ(order.cycles().size(), 1U);
}

TEST_F(LockOrderTest, ReadersDoNotBlockEachOther) {
  const auto read = [&](ThreadId thread, ObjectId object) {
    LockTake shared = take(object, thread);
    shared.is_shared = true;
    order.taken(thread, shared);
  };
  lock(kOne, kA);
  read(kOne, kB);
  read(kTwo, kB);
  lock(kTwo, kA);
  EXPECT_TRUE(order.cycles().empty());
}

TEST_F(LockOrderTest, AnotherLockInTheSamePlaceIsAnother) {
  nest(kOne, kA, kB);
  order.forget(kA, ObjectId{101});
  nest(kTwo, kB, kA);
  EXPECT_TRUE(order.cycles().empty());
}

// The locks of a ring, which its threads take in turn.
ObjectId lock_in_ring(std::size_t i) { return ObjectId{1000 + i}; }

class LockRingTest : public LockOrderTest, public testing::WithParamInterface<std::size_t> {
 protected:
  LockRingTest() {
    for (std::size_t i = 4; i <= GetParam(); ++i) order.created(kMainThread, thread_id(i));
  }
  void nest_in_ring(std::size_t i) {
    nest(thread_id(i + 1), lock_in_ring(i), lock_in_ring((i + 1) % GetParam()));
  }
};

TEST_P(LockRingTest, IsACycle) {
  for (std::size_t i = 0; i + 1 < GetParam(); ++i) nest_in_ring(i);
  EXPECT_TRUE(order.cycles().empty());
  nest_in_ring(GetParam() - 1);
  ASSERT_EQ(order.cycles().size(), 1U);
  EXPECT_EQ(order.cycles().front().size(), GetParam());
}

TEST_P(LockRingTest, IsNoneIfTwoThreadsHoldTheSameGate) {
  for (std::size_t i = 0; i < GetParam(); ++i) {
    const bool has_gate = i == 1 || i + 2 == GetParam();
    if (has_gate) lock(thread_id(i + 1), kGate);
    nest_in_ring(i);
    if (has_gate) unlock(thread_id(i + 1), kGate);
  }
  EXPECT_TRUE(order.cycles().empty());
}

TEST_P(LockRingTest, IsNoneIfAThreadTakesPartTwice) {
  for (std::size_t i = 0; i + 1 < GetParam(); ++i) nest_in_ring(i);
  nest(kTwo, lock_in_ring(GetParam() - 1), lock_in_ring(0));
  EXPECT_TRUE(order.cycles().empty());
}

// Another thread can take the place of the one that is in the ring twice.
TEST_P(LockRingTest, TakesAnotherEdgeWhereOneDoesNotFit) {
  const std::size_t last = GetParam() - 1;
  nest(kOne, lock_in_ring(last), lock_in_ring(0));
  for (std::size_t i = 0; i + 1 < GetParam(); ++i) nest_in_ring(i);
  EXPECT_TRUE(order.cycles().empty());
  nest(thread_id(GetParam()), lock_in_ring(last), lock_in_ring(0));
  EXPECT_EQ(order.cycles().size(), 1U);
}

// A ring with a chord has a shorter cycle, and both are in one component.
TEST_P(LockRingTest, IsReportedOncePerComponent) {
  for (std::size_t i = 0; i < GetParam(); ++i) nest_in_ring(i);
  const std::size_t half = GetParam() / 2;
  order.created(kMainThread, thread_id(GetParam() + 1));
  nest(thread_id(GetParam() + 1), lock_in_ring(half), lock_in_ring(0));
  for (std::size_t i = 0; i < GetParam(); ++i) nest_in_ring(i);
  EXPECT_EQ(order.cycles().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LockRingTest, testing::Values(10, 20, 100));

}  // namespace
}  // namespace heddle::races
