// Where and how a cancelled thread ends instead of going on.
#include "runtime/cancellation.hpp"

#include <gtest/gtest.h>

#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

class Cancellation : public WorldByHand {
 protected:
  static void cancel(Thread& thread) {
    enter_cancellation_point(thread);
    thread.cancellation |= kCancellationPending;
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
  sem_t semaphore_{};
};

TEST_F(Cancellation, HappensAtACancellationPointToAThreadThatAllowsIt) {
  Thread& thread = pause({.kind = OpKind::sem_wait, .object = object_of(&semaphore_)});
  thread.cancellation = kCancellationPending;
  EXPECT_EQ(alternatives(thread), 0) << "blocked, and not at a cancellation point";
  enter_cancellation_point(thread);
  EXPECT_EQ(alternatives(thread), 1);
  thread.cancellation |= kCancellationDisabled;
  EXPECT_EQ(alternatives(thread), 0);
  thread.cancellation ^= kCancellationDisabled | kThreadEnds;
  EXPECT_EQ(alternatives(thread), 0) << "it ends already";
  thread.cancellation ^= kThreadEnds;
  EXPECT_TRUE(is_cancelled(thread));
  leave_cancellation_point(thread);
  EXPECT_FALSE(is_cancelled(thread));
}

TEST_F(Cancellation, LeavesAWaitOnlyWithItsMutex) {
  const ObjectId mutex = object_of(&mutex_);
  Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), mutex);
  cancel(waiter);
  sync::lock(mutex_at(mutex), ThreadId{9});
  EXPECT_EQ(alternatives(waiter), 0);
  sync::unlock(mutex_at(mutex), ThreadId{9});
  ASSERT_EQ(alternatives(waiter), 1);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::cancelled);
}

TEST_F(Cancellation, OfANotifiedWaiterMayComeTooLate) {
  Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), object_of(&mutex_));
  cancel(waiter);
  sync::wake(waiter.parking);
  ASSERT_EQ(alternatives(waiter), 2);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::woken);
  choose(waiter, 1);
  EXPECT_EQ(take_wake(waiter), Wake::cancelled);
}

TEST_F(Cancellation, UsesUpNoNotificationThatOthersWaitFor) {
  Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), object_of(&mutex_));
  cancel(waiter);
  sync::wake(waiter.parking);
  park(OpKind::cond_wake, object_of(&condition_), object_of(&mutex_));
  ASSERT_EQ(alternatives(waiter), 1);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::woken);
}

TEST_F(Cancellation, EndsASleepBeforeItsTime) {
  Thread& thread = sleeper(1000);
  Thread& other = sleeper(10);
  cancel(thread);
  ASSERT_EQ(alternatives(thread), 1);
  EXPECT_EQ(alternatives(other), 0) << "time does not pass while a thread can move";
  choose(thread, 0);
  EXPECT_EQ(take_wake(thread), Wake::cancelled);
  EXPECT_EQ(world().now, 0U);
}

TEST_F(Cancellation, DoesNotUndoAJoinThatIsOver) {
  Thread& other = mover();
  Thread& joiner = pause({.kind = OpKind::thread_join, .object = end_of(other.id)});
  cancel(joiner);
  ASSERT_EQ(alternatives(joiner), 1);
  choose(joiner, 0);
  EXPECT_EQ(take_wake(joiner), Wake::cancelled);
  joiner.life = Life::announced;
  other.life = Life::exited;
  ASSERT_EQ(alternatives(joiner), 1);
  choose(joiner, 0);
  EXPECT_EQ(take_wake(joiner), Wake::woken);
}

}  // namespace
}  // namespace heddle::native
