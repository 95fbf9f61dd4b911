// When waits time out or wake for nothing, what that costs, and when clocks advance.
#include <gtest/gtest.h>

#include "runtime/readiness.hpp"
#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

class TimeRule : public WorldByHand {
 protected:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
  std::uint32_t word_ = 0;
};

TEST_F(TimeRule, TimePassesForFreeWhenNobodyCanMove) {
  world().early_timeouts_left = 1;
  Thread& asleep = sleeper(500);
  ASSERT_EQ(alternatives(asleep), 1);
  choose(asleep, 0);
  EXPECT_EQ(take_wake(asleep), Wake::timed_out);
  EXPECT_EQ(world().now, 500U);
  EXPECT_EQ(world().early_timeouts_left, 1U);
}

TEST_F(TimeRule, TimeStandsStillWhileSomebodyCanMove) {
  const Thread& asleep = sleeper(500);
  Thread& other = mover();
  EXPECT_EQ(alternatives(asleep), 0);
  other.life = Life::exited;
  EXPECT_EQ(alternatives(asleep), 1);
}

TEST_F(TimeRule, AnEarlyTimeOutSpendsTheBudget) {
  world().early_timeouts_left = 1;
  mover();
  Thread& one = sleeper(500);
  const Thread& two = sleeper(900);
  ASSERT_EQ(alternatives(one), 1);
  ASSERT_EQ(alternatives(two), 1);
  choose(one, 0);
  EXPECT_EQ(take_wake(one), Wake::timed_out);
  EXPECT_EQ(world().early_timeouts_left, 0U);
  EXPECT_EQ(world().now, 500U);
  EXPECT_EQ(alternatives(two), 0);
}

TEST_F(TimeRule, OnlyTheEarliestDeadlineIsFree) {
  const Thread& late = sleeper(900);
  const Thread& early = park(OpKind::futex_wake_up, object_of(&word_), kNoObject, 500);
  const Thread& also_early = sleeper(500);
  const Thread& never = park(OpKind::futex_wake_up, object_of(&word_));
  EXPECT_EQ(alternatives(late), 0);
  EXPECT_EQ(alternatives(early), 1);
  EXPECT_EQ(alternatives(also_early), 1);
  EXPECT_EQ(alternatives(never), 0);
}

TEST_F(TimeRule, ALaterDeadlineMayComeFirstAtTheBudgetsExpense) {
  world().early_timeouts_left = 2;
  Thread& late = sleeper(900);
  sleeper(500);
  ASSERT_EQ(alternatives(late), 1);
  choose(late, 0);
  EXPECT_EQ(take_wake(late), Wake::timed_out);
  EXPECT_EQ(world().early_timeouts_left, 1U);
  EXPECT_EQ(world().now, 900U);
}

TEST_F(TimeRule, ADeadlineThatHasPassedCostsNothing) {
  // Two threads sleep equally long.  The one that wakes first must not keep the other from going
  // on.
  Thread& one = sleeper(500);
  Thread& two = sleeper(500);
  choose(one, 0);
  ASSERT_EQ(take_wake(one), Wake::timed_out);
  one.life = Life::announced;
  one.deadline = kNever;
  one.pending = {.kind = OpKind::atomic_store};
  ASSERT_EQ(world().now, 500U);
  ASSERT_EQ(alternatives(two), 1) << "its time has come";
  choose(two, 0);
  EXPECT_EQ(take_wake(two), Wake::timed_out);
  EXPECT_EQ(world().now, 500U);
}

TEST_F(TimeRule, APassedDeadlineDoesNotSpendTheBudget) {
  world().early_timeouts_left = 1;
  world().now = 800;
  mover();
  Thread& late = sleeper(500);
  ASSERT_EQ(alternatives(late), 1);
  choose(late, 0);
  EXPECT_EQ(take_wake(late), Wake::timed_out);
  EXPECT_EQ(world().early_timeouts_left, 1U);
  EXPECT_EQ(world().now, 800U) << "clocks never go back";
}

TEST_F(TimeRule, AWaitThatCannotTakeItsMutexDoesNotTimeOut) {
  world().early_timeouts_left = 1;
  const ObjectId mutex = object_of(&mutex_);
  const Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), mutex, 100);
  const Thread& asleep = sleeper(500);
  sync::lock(mutex_at(mutex), asleep.id);
  EXPECT_EQ(alternatives(waiter), 0);
  world().early_timeouts_left = 0;
  EXPECT_EQ(alternatives(asleep), 1) << "the earliest deadline that helps anybody";
  sync::unlock(mutex_at(mutex), asleep.id);
  EXPECT_EQ(alternatives(waiter), 1);
  EXPECT_EQ(alternatives(asleep), 0);
}

TEST_F(TimeRule, AWaiterThatWasSignalledDoesNotTimeOut) {
  world().early_timeouts_left = 1;
  world().spurious_left = 1;
  Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), object_of(&mutex_), 100);
  sync::wake(waiter.parking);
  ASSERT_EQ(alternatives(waiter), 1);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::woken);
  EXPECT_EQ(world().now, 0U);
}

TEST_F(TimeRule, ATimedLockTimesOutOnlyWhileTheMutexIsHeld) {
  world().early_timeouts_left = 1;
  const ObjectId mutex = object_of(&mutex_);
  Thread& locker = pause({.kind = OpKind::mutex_timedlock, .object = mutex}, 100);
  ASSERT_EQ(alternatives(locker), 1);
  choose(locker, 0);
  EXPECT_EQ(take_wake(locker), Wake::woken);

  locker.life = Life::announced;
  const Thread& holder = mover();
  sync::lock(mutex_at(mutex), holder.id);
  ASSERT_EQ(alternatives(locker), 1);
  choose(locker, 0);
  EXPECT_EQ(take_wake(locker), Wake::timed_out);
  EXPECT_EQ(world().early_timeouts_left, 0U);
  locker.life = Life::announced;
  locker.deadline = world().now + 100;
  EXPECT_EQ(alternatives(locker), 0);
}

TEST_F(TimeRule, AWakeUpForNothingSpendsItsOwnBudget) {
  Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), object_of(&mutex_));
  const Thread& futex = park(OpKind::futex_wake_up, object_of(&word_));
  const Thread& asleep = sleeper(500);
  mover();
  EXPECT_EQ(alternatives(waiter), 0);
  world().spurious_left = 1;
  EXPECT_EQ(alternatives(futex), 1);
  EXPECT_EQ(alternatives(asleep), 0) << "a sleep does not end for nothing";
  ASSERT_EQ(alternatives(waiter), 1);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::spurious);
  EXPECT_EQ(world().spurious_left, 0U);
  EXPECT_EQ(world().now, 0U);
  EXPECT_EQ(alternatives(futex), 0);
}

TEST_F(TimeRule, NoWakeUpForNothingWithoutTheMutex) {
  world().spurious_left = 1;
  const ObjectId mutex = object_of(&mutex_);
  const Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), mutex);
  sync::lock(mutex_at(mutex), ThreadId{9});
  EXPECT_EQ(alternatives(waiter), 0);
}

TEST_F(TimeRule, TimeOutAndWakeUpForNothingAreTwoWays) {
  world().early_timeouts_left = 1;
  world().spurious_left = 1;
  mover();
  for (const auto& [alternative, expected] :
       {std::pair<std::uint16_t, Wake>{0, Wake::timed_out}, {1, Wake::spurious}}) {
    world().early_timeouts_left = 1;
    world().spurious_left = 1;
    Thread& waiter = park(OpKind::futex_wake_up, object_of(&word_), kNoObject, 100);
    ASSERT_EQ(alternatives(waiter), 2);
    choose(waiter, alternative);
    EXPECT_EQ(take_wake(waiter), expected);
    waiter.life = Life::exited;
  }
}

TEST_F(TimeRule, ATimedAttemptTakesWhatItCanHaveAndOtherwiseTimesOut) {
  sem_t semaphore{};
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  world().early_timeouts_left = 1;
  mover();
  Thread& acquirer = pause({.kind = OpKind::sem_timedwait, .object = object_of(&semaphore)}, 500);
  Thread& reader = pause({.kind = OpKind::rwlock_timedrdlock, .object = object_of(&lock)}, 500);
  sync::post(semaphore_at(object_of(&semaphore)));
  sync::write_lock(rwlock_at(object_of(&lock)), ThreadId{9});
  ASSERT_EQ(alternatives(acquirer), 1) << "no time-out while a permit is there";
  choose(acquirer, 0);
  EXPECT_EQ(take_wake(acquirer), Wake::woken);
  ASSERT_EQ(alternatives(reader), 1);
  choose(reader, 0);
  EXPECT_EQ(take_wake(reader), Wake::timed_out);
  EXPECT_EQ(world().now, 500U);
  EXPECT_EQ(world().early_timeouts_left, 0U);
}

TEST_F(TimeRule, AHolderOfAPlainMutexWaitsForItsDeadline) {
  world().early_timeouts_left = 1;
  Thread& holder = pause({.kind = OpKind::mutex_timedlock, .object = object_of(&mutex_)}, 500);
  sync::lock(mutex_at(object_of(&mutex_)), holder.id);
  ASSERT_EQ(alternatives(holder), 1);
  choose(holder, 0);
  EXPECT_EQ(take_wake(holder), Wake::timed_out);
}

}  // namespace
}  // namespace heddle::native
