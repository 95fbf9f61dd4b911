// Which operations commute: by object, by mode, by token, by bytes.
#include "core/dependence.hpp"

#include <gtest/gtest.h>

#include <array>

namespace heddle {
namespace {

constexpr ThreadId kOne{1};
constexpr ThreadId kTwo{2};
constexpr ObjectId kX{0x100};
constexpr ObjectId kY{0x200};

std::vector<Access> accesses(ThreadId thread, OpKind kind, ObjectId object,
                             ObjectId second = kNoObject, const StepEffect& effect = {}) {
  Operation operation;
  operation.kind = kind;
  operation.object = object;
  operation.second = second;
  std::vector<Access> result;
  add_accesses(thread, operation, effect, result);
  return result;
}

bool conflict(OpKind a, ObjectId on_a, OpKind b, ObjectId on_b) {
  const bool there = dependent(accesses(kOne, a, on_a), accesses(kTwo, b, on_b));
  const bool back = dependent(accesses(kTwo, b, on_b), accesses(kOne, a, on_a));
  EXPECT_EQ(there, back);
  return there;
}

TEST(Dependence, ReadsCommuteAndWritesDoNot) {
  EXPECT_FALSE(conflict(OpKind::atomic_load, kX, OpKind::atomic_load, kX));
  EXPECT_FALSE(conflict(OpKind::atomic_load, kX, OpKind::await, kX));
  EXPECT_TRUE(conflict(OpKind::atomic_load, kX, OpKind::atomic_store, kX));
  EXPECT_TRUE(conflict(OpKind::atomic_update, kX, OpKind::atomic_update, kX));
  EXPECT_TRUE(conflict(OpKind::atomic_compare_exchange, kX, OpKind::atomic_load, kX));
  EXPECT_TRUE(conflict(OpKind::read, kX, OpKind::write, kX));
  EXPECT_FALSE(conflict(OpKind::atomic_store, kX, OpKind::atomic_store, kY));
}

TEST(Dependence, SynchronisationOnTheSameObjectNeverCommutes) {
  EXPECT_TRUE(conflict(OpKind::mutex_lock, kX, OpKind::mutex_unlock, kX));
  EXPECT_TRUE(conflict(OpKind::mutex_trylock, kX, OpKind::mutex_trylock, kX));
  EXPECT_TRUE(conflict(OpKind::sem_post, kX, OpKind::sem_wait, kX));
  EXPECT_TRUE(conflict(OpKind::once_begin, kX, OpKind::once_end, kX));
  EXPECT_TRUE(conflict(OpKind::thread_join, end_of(kTwo), OpKind::thread_exit, end_of(kTwo)));
  EXPECT_FALSE(conflict(OpKind::mutex_lock, kX, OpKind::mutex_lock, kY));
}

TEST(Dependence, YieldsFencesAndChoicesCommuteWithEverything) {
  for (const OpKind kind : {OpKind::yield, OpKind::fence, OpKind::choose}) {
    EXPECT_TRUE(accesses(kOne, kind, kX).empty()) << name(kind);
  }
  EXPECT_TRUE(accesses(kOne, OpKind::sleep, kNoObject).empty());
  EXPECT_FALSE(accesses(kOne, OpKind::sleep, kX).empty()) << "one that input or output ends";
}

TEST(Dependence, WhatLetsTimePassOrForksConcernsAllThreads) {
  for (const OpKind kind : {OpKind::sleep, OpKind::mutex_timedlock, OpKind::thread_join,
                            OpKind::thread_cancel, OpKind::process_fork}) {
    EXPECT_TRUE(concerns_all(kind)) << name(kind);
  }
  EXPECT_FALSE(concerns_all(OpKind::choose));
  EXPECT_FALSE(concerns_all(OpKind::mutex_lock));
}

TEST(Dependence, ActionsNameSetsOfVariables) {
  const auto action = [](std::uint64_t written, std::uint64_t read) {
    return accesses(kOne, OpKind::action, ObjectId{written}, ObjectId{read});
  };
  EXPECT_EQ(action(0b101, 0b110).size(), 3U);
  EXPECT_TRUE(dependent(action(0b1, 0), action(0, 0b1)));
  EXPECT_TRUE(dependent(action(0b11, 0), action(0b10, 0)));
  EXPECT_FALSE(dependent(action(0b1, 0b100), action(0b10, 0b100)));
  EXPECT_TRUE(dependent(action(std::uint64_t{1} << 63, 0), action(~std::uint64_t{0}, 0)));
}

TEST(Dependence, AWaitUsesItsConditionAndItsMutex) {
  const auto wait = accesses(kOne, OpKind::cond_wait, kX, kY);
  EXPECT_TRUE(dependent(wait, accesses(kTwo, OpKind::cond_signal, kX)));
  EXPECT_TRUE(dependent(wait, accesses(kTwo, OpKind::mutex_lock, kY)));
}

TEST(Dependence, AWakeUpDependsOnTheSignalThatCausedItAndOnNoOther) {
  const auto wake = accesses(kOne, OpKind::cond_wake, kX, kY);
  const std::array<ThreadId, 1> the_waiter = {kOne};
  const std::array<ThreadId, 1> another = {ThreadId{3}};
  EXPECT_TRUE(dependent(wake, accesses(kTwo, OpKind::cond_signal, kX, kNoObject, {the_waiter})));
  EXPECT_FALSE(dependent(wake, accesses(kTwo, OpKind::cond_signal, kX, kNoObject, {another})));
  EXPECT_TRUE(dependent(wake, accesses(kTwo, OpKind::mutex_lock, kY)));
}

TEST(Dependence, AWaitThatTimedOutLeavesTheWaitersByItself) {
  const auto timed_out = accesses(kOne, OpKind::cond_wake, kX, kY, {{}, Outcome::timed_out});
  EXPECT_TRUE(dependent(timed_out, accesses(kTwo, OpKind::cond_signal, kX)));
}

TEST(Dependence, AFutexWaitReadsItsWordAndJoinsItsQueue) {
  const auto wait = accesses(kOne, OpKind::futex_wait, kX);
  EXPECT_TRUE(dependent(wait, accesses(kTwo, OpKind::atomic_store, kX)));
  EXPECT_FALSE(dependent(wait, accesses(kTwo, OpKind::atomic_load, kX)));
  EXPECT_TRUE(dependent(wait, accesses(kTwo, OpKind::futex_wake, kX)));
  EXPECT_FALSE(
      dependent(accesses(kOne, OpKind::futex_wake, kX), accesses(kTwo, OpKind::atomic_store, kX)));
}

TEST(Dependence, ReadersOfALockCommuteAndWritersDoNot) {
  EXPECT_FALSE(conflict(OpKind::rwlock_rdlock, kX, OpKind::rwlock_tryrdlock, kX));
  EXPECT_TRUE(conflict(OpKind::rwlock_rdlock, kX, OpKind::rwlock_wrlock, kX));
  EXPECT_TRUE(conflict(OpKind::rwlock_rdlock, kX, OpKind::rwlock_unlock, kX));
  EXPECT_TRUE(conflict(OpKind::rwlock_unlock, kX, OpKind::rwlock_unlock, kX));
}

TEST(Dependence, DestroyingConflictsWithEveryUse) {
  for (const OpKind kind : {OpKind::mutex_lock, OpKind::cond_wait, OpKind::cond_signal,
                            OpKind::rwlock_rdlock, OpKind::spin_unlock, OpKind::barrier_wait,
                            OpKind::sem_post, OpKind::sem_value, OpKind::destroy}) {
    EXPECT_TRUE(conflict(OpKind::destroy, kX, kind, kX)) << name(kind);
  }
  EXPECT_FALSE(conflict(OpKind::destroy, kX, OpKind::cond_wake, kX))
      << "who was notified waits no more";
}

TEST(Dependence, LeavingABarrierDependsOnTheArrivalThatCompletedIt) {
  const auto leave = accesses(kOne, OpKind::barrier_wake, kX);
  const std::array<ThreadId, 1> woken = {kOne};
  EXPECT_TRUE(dependent(leave, accesses(kTwo, OpKind::barrier_wait, kX, kNoObject, {woken})));
  EXPECT_FALSE(dependent(leave, accesses(kTwo, OpKind::barrier_wait, kX)));
  EXPECT_TRUE(conflict(OpKind::barrier_wait, kX, OpKind::barrier_wait, kX));
}

TEST(Dependence, ARequeueTouchesBothQueues) {
  const auto move = accesses(kOne, OpKind::futex_requeue, kX, kY);
  EXPECT_TRUE(dependent(move, accesses(kTwo, OpKind::futex_wake, kX)));
  EXPECT_TRUE(dependent(move, accesses(kTwo, OpKind::futex_wake, kY)));
  EXPECT_TRUE(dependent(move, accesses(kTwo, OpKind::futex_wait, kY)));
  EXPECT_TRUE(dependent(move, accesses(kTwo, OpKind::atomic_store, kX)));
  EXPECT_FALSE(dependent(move, accesses(kTwo, OpKind::atomic_store, kY)));
  const auto refused = accesses(kOne, OpKind::futex_requeue_refused, kX, kY);
  EXPECT_TRUE(dependent(refused, accesses(kTwo, OpKind::atomic_store, kX)));
  EXPECT_FALSE(dependent(refused, accesses(kTwo, OpKind::futex_wake, kX)));
}

TEST(Dependence, MemoryOverlapsByBytes) {
  const Access four{ObjectId{100}, 4, AccessMode::write};
  EXPECT_TRUE(overlap(four, {ObjectId{103}, 1, AccessMode::read}));
  EXPECT_TRUE(overlap({ObjectId{103}, 1, AccessMode::read}, four));
  EXPECT_FALSE(overlap(four, {ObjectId{104}, 4, AccessMode::read}));
  EXPECT_FALSE(overlap(four, {ObjectId{101}, 0, AccessMode::write}));
}

// A native object lies in memory, which plain accesses may overwrite.
TEST(Dependence, AWriteOverAnObjectConflictsWithItsOperations) {
  const auto of = [](const Operation& operation) {
    std::vector<Access> result;
    add_accesses(kOne, operation, {}, result);
    return result;
  };
  const auto lock = of({.kind = OpKind::mutex_lock, .size = 40, .object = ObjectId{0x108}});
  const auto record = of({.kind = OpKind::write, .size = 64, .object = ObjectId{0x100}});
  const auto inside = of({.kind = OpKind::write, .size = 8, .object = ObjectId{0x118}});
  const auto behind = of({.kind = OpKind::write, .size = 8, .object = ObjectId{0x130}});
  EXPECT_TRUE(dependent(lock, record));
  EXPECT_TRUE(dependent(lock, inside));
  EXPECT_FALSE(dependent(lock, behind));
  EXPECT_FALSE(
      dependent(lock, of({.kind = OpKind::mutex_lock, .size = 40, .object = ObjectId{0x130}})));
  const auto wait = of({.kind = OpKind::cond_wait,
                        .size = 48,
                        .object = ObjectId{0x200},
                        .second = ObjectId{0x108}});
  EXPECT_TRUE(dependent(wait, record));
  EXPECT_FALSE(dependent(of({.kind = OpKind::mutex_lock, .object = ObjectId{0x108}}), record));
}

}  // namespace
}  // namespace heddle
