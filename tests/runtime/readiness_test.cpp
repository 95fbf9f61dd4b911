// What blocks, and in how many ways a thread that is not blocked may go on.
#include "runtime/readiness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "runtime/blocked_by.hpp"
#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

class Readiness : public WorldByHand {
 protected:
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t recursive_ = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_t checking_ = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t rwlock_ = PTHREAD_RWLOCK_INITIALIZER;
  std::uint32_t word_ = 0;
};

TEST_F(Readiness, ALockNeedsAMutexThatNobodyHolds) {
  const ObjectId object = object_of(&mutex_);
  const Thread& one = pause({.kind = OpKind::mutex_lock, .object = object});
  const Thread& two = pause({.kind = OpKind::mutex_lock, .object = object});
  EXPECT_EQ(alternatives(one), 1);
  sync::lock(mutex_at(object), one.id);
  EXPECT_EQ(alternatives(one), 1) << "a self-deadlock, told when it is performed";
  EXPECT_EQ(alternatives(two), 0);
  sync::unlock(mutex_at(object), one.id);
  EXPECT_EQ(alternatives(two), 1);
}

TEST_F(Readiness, TheHolderMayLockAgainWhereTheTypeSaysSo) {
  for (pthread_mutex_t* mutex : {&recursive_, &checking_}) {
    const ObjectId object = object_of(mutex);
    const Thread& one = pause({.kind = OpKind::mutex_lock, .object = object});
    const Thread& two = pause({.kind = OpKind::mutex_lock, .object = object});
    sync::lock(mutex_at(object), one.id);
    EXPECT_EQ(alternatives(one), 1) << "to hold it twice, or to get an error";
    EXPECT_EQ(alternatives(two), 0);
  }
}

TEST_F(Readiness, TryingNeverBlocks) {
  const ObjectId object = object_of(&mutex_);
  sync::lock(mutex_at(object), ThreadId{9});
  EXPECT_EQ(alternatives(pause({.kind = OpKind::mutex_trylock, .object = object})), 1);
  EXPECT_EQ(alternatives(pause({.kind = OpKind::mutex_unlock, .object = object})), 1);
}

TEST_F(Readiness, AWaiterNeedsASignalAndTheMutex) {
  const ObjectId mutex = object_of(&mutex_);
  Thread& waiter = park(OpKind::cond_wake, object_of(&condition_), mutex);
  EXPECT_EQ(alternatives(waiter), 0);
  sync::lock(mutex_at(mutex), ThreadId{9});
  sync::wake(waiter.parking);
  EXPECT_EQ(alternatives(waiter), 0) << "the mutex is held";
  sync::unlock(mutex_at(mutex), ThreadId{9});
  ASSERT_EQ(alternatives(waiter), 1);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::woken);
}

TEST_F(Readiness, AFutexWaiterNeedsAWake) {
  Thread& waiter = park(OpKind::futex_wake_up, object_of(&word_));
  EXPECT_EQ(alternatives(waiter), 0);
  sync::wake(waiter.parking);
  ASSERT_EQ(alternatives(waiter), 1);
  choose(waiter, 0);
  EXPECT_EQ(take_wake(waiter), Wake::woken);
  EXPECT_EQ(alternatives(pause({.kind = OpKind::futex_wait, .object = object_of(&word_)})), 1);
}

TEST_F(Readiness, AJoinNeedsTheOthersEnd) {
  Thread& other = mover();
  const Thread& joiner = pause({.kind = OpKind::thread_join, .object = end_of(other.id)});
  EXPECT_EQ(alternatives(joiner), 0);
  other.life = Life::exited;
  EXPECT_EQ(alternatives(joiner), 1);
}

TEST_F(Readiness, AReaderNeedsThatNobodyWritesAndAWriterThatNobodyIsThere) {
  const ObjectId object = object_of(&rwlock_);
  const Thread& reader = pause({.kind = OpKind::rwlock_rdlock, .object = object});
  const Thread& writer = pause({.kind = OpKind::rwlock_wrlock, .object = object});
  EXPECT_EQ(alternatives(reader), 1);
  EXPECT_EQ(alternatives(writer), 1);
  sync::read_lock(rwlock_at(object), ThreadId{9});
  EXPECT_EQ(alternatives(reader), 1);
  EXPECT_EQ(alternatives(writer), 0);
  EXPECT_EQ(blocked_by(writer), ThreadId{9});
  sync::unlock(rwlock_at(object), ThreadId{9});
  sync::write_lock(rwlock_at(object), ThreadId{9});
  EXPECT_EQ(alternatives(reader), 0);
  EXPECT_EQ(alternatives(writer), 0);
  EXPECT_EQ(blocked_by(reader), ThreadId{9});
  rwlock_mark(object) = kDestroyed;
  EXPECT_EQ(alternatives(reader), 1) << "to be told";
}

TEST_F(Readiness, ASpinLockBlocksAllButItsHolder) {
  pthread_spinlock_t spin = 0;
  const ObjectId object = object_of(const_cast<int*>(&spin));
  const Thread& one = pause({.kind = OpKind::spin_lock, .object = object});
  const Thread& two = pause({.kind = OpKind::spin_lock, .object = object});
  EXPECT_EQ(alternatives(one), 1);
  sync::lock(spin_lock_at(object), one.id);
  EXPECT_EQ(alternatives(one), 1) << "to be told";
  EXPECT_EQ(alternatives(two), 0);
  EXPECT_EQ(blocked_by(two), one.id);
}

TEST_F(Readiness, ASemaphoreNeedsAPermit) {
  sem_t semaphore{};
  const ObjectId object = object_of(&semaphore);
  const Thread& one = pause({.kind = OpKind::sem_wait, .object = object});
  EXPECT_EQ(alternatives(one), 0);
  EXPECT_EQ(alternatives(pause({.kind = OpKind::sem_trywait, .object = object})), 1);
  sync::post(semaphore_at(object));
  EXPECT_EQ(alternatives(one), 1);
  sync::wait(semaphore_at(object));
  semaphore_mark(object) = kDestroyed;
  EXPECT_EQ(alternatives(one), 1) << "to be told";
}

TEST_F(Readiness, WhoWaitsAtABarrierNeedsToBeWoken) {
  Thread& waiter = park(OpKind::barrier_wake, object_of(&word_));
  world().spurious_left = 1;
  EXPECT_EQ(alternatives(waiter), 0) << "a barrier lets nobody go for nothing";
  EXPECT_EQ(count_waiters(object_of(&word_)), 1U);
  EXPECT_EQ(wake_waiters(object_of(&word_), kNever, 0).count, 1U);
  EXPECT_EQ(alternatives(waiter), 1);
  EXPECT_EQ(count_waiters(object_of(&word_)), 0U);
}

TEST_F(Readiness, BitsChooseAmongTheWaitersOfAFutex) {
  const ObjectId object = object_of(&word_);
  const Thread& one = park(OpKind::futex_wake_up, object, ObjectId{1});
  const Thread& all = park(OpKind::futex_wake_up, object);
  const Thread& two = park(OpKind::futex_wake_up, object, ObjectId{2});
  EXPECT_EQ(count_waiters(object), 3U);
  EXPECT_EQ(count_waiters(object, ObjectId{2}), 2U);
  const Thread& waker =
      pause({.kind = OpKind::futex_wake, .object = object, .second = ObjectId{2}, .value = 1});
  ASSERT_EQ(alternatives(waker), 2);
  EXPECT_EQ(wake_waiters(object, 1, 1, ObjectId{2}).first, two.id);
  EXPECT_EQ(wake_waiters(object, 9, 0, ObjectId{4}).first, all.id);
  EXPECT_FALSE(one.parking.woken);
}

TEST_F(Readiness, AnInitialiserRunsAlone) {
  pthread_once_t once = PTHREAD_ONCE_INIT;
  std::uint64_t guard = 0;
  const Thread& with_once = pause({.kind = OpKind::once_begin, .object = object_of(&once)});
  const Thread& with_guard =
      pause({.kind = OpKind::once_begin, .object = object_of(&guard), .value = 1});
  EXPECT_EQ(alternatives(with_once), 1);
  EXPECT_EQ(alternatives(with_guard), 1);
  for (const sync::OncePhase phase : {sync::OncePhase::running, sync::OncePhase::done}) {
    store_once(&once, {phase, 4});
    store_guard(&guard, {phase, 4});
    const int expected = phase == sync::OncePhase::done ? 1 : 0;
    EXPECT_EQ(alternatives(with_once), expected);
    EXPECT_EQ(alternatives(with_guard), expected);
  }
}

TEST_F(Readiness, AChoiceHasAsManyWaysAsItSays) {
  for (const std::uint64_t n : {2U, 17U, 65'535U})
    EXPECT_EQ(alternatives(pause({.kind = OpKind::choose, .value = n})), n);
  EXPECT_EQ(alternatives(pause({.kind = OpKind::process_fork, .value = 2})), 2);
}

TEST_F(Readiness, ASignalChoosesAmongTheWaiters) {
  const ObjectId condition = object_of(&condition_);
  const Thread& signaller = pause({.kind = OpKind::cond_signal, .object = condition});
  EXPECT_EQ(alternatives(signaller), 1) << "lost, but never blocked";
  EXPECT_EQ(wake_waiters(condition, 1, 0).count, 0U);
  std::vector<Thread*> waiters;
  for (int i = 0; i < 4; ++i)
    waiters.push_back(&park(OpKind::cond_wake, condition, object_of(&mutex_)));
  park(OpKind::cond_wake, object_of(&word_), object_of(&mutex_));  // waits for something else
  ASSERT_EQ(alternatives(signaller), 4);

  const Woken woken = wake_waiters(condition, 1, 2);
  EXPECT_EQ(woken.count, 1U);
  EXPECT_EQ(woken.first, waiters[2]->id);
  EXPECT_TRUE(waiters[2]->parking.woken);
  EXPECT_EQ(alternatives(signaller), 3) << "who was signalled waits no more";
}

TEST_F(Readiness, ABroadcastWakesAllInOneWay) {
  const ObjectId condition = object_of(&condition_);
  for (int i = 0; i < 5; ++i) park(OpKind::cond_wake, condition, object_of(&mutex_));
  const Thread& caller = pause({.kind = OpKind::cond_broadcast, .object = condition});
  EXPECT_EQ(alternatives(caller), 1);
  EXPECT_EQ(wake_waiters(condition, kNever, 0).count, 5U);
}

std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
}

// The set of threads that an alternative of a wake selects, as bits.
std::uint64_t woken_set(ObjectId object, std::uint64_t count, std::uint16_t alternative) {
  const Woken woken = wake_waiters(object, count, alternative);
  std::uint64_t set = 0;
  std::uint32_t size = 0;
  for (std::uint32_t i = 0; i < world().threads_seen; ++i) {
    Thread& thread = world().threads[i];
    if (!thread.parking.woken) continue;
    if (size++ == 0) {
      EXPECT_EQ(woken.first, thread.id);
    }
    set |= std::uint64_t{1} << i;
    thread.parking.woken = false;
  }
  EXPECT_EQ(woken.count, size);
  return set;
}

TEST_F(Readiness, AFutexWakeReachesEverySubsetOnce) {
  const ObjectId object = object_of(&word_);
  for (std::uint64_t waiters = 0; waiters <= 7; ++waiters) {
    for (std::uint64_t wanted = 0; wanted <= 9; ++wanted) {
      static_cast<WorldHead&>(world()) = WorldHead{};
      for (std::uint64_t i = 0; i < waiters; ++i) park(OpKind::futex_wake_up, object);
      const Thread& waker = pause({.kind = OpKind::futex_wake, .object = object, .value = wanted});
      const std::uint64_t chosen = std::min(wanted, waiters);
      const std::uint16_t ways = alternatives(waker);
      ASSERT_EQ(ways, binomial(waiters, chosen)) << wanted << " of " << waiters;
      std::set<std::uint64_t> sets;
      for (std::uint16_t way = 0; way < ways; ++way) {
        const std::uint64_t set = woken_set(object, wanted, way);
        EXPECT_EQ(static_cast<std::uint64_t>(__builtin_popcountll(set)), chosen);
        EXPECT_TRUE(sets.insert(set).second) << "twice";
      }
    }
  }
}

TEST_F(Readiness, ADecisionNamesAtMost65535Subsets) {
  const ObjectId object = object_of(&word_);
  for (int i = 0; i < 20; ++i) park(OpKind::futex_wake_up, object);
  const Thread& waker = pause({.kind = OpKind::futex_wake, .object = object, .value = 10});
  ASSERT_EQ(alternatives(waker), 65'535);  // of 184,756
  const std::uint64_t first = woken_set(object, 10, 0);
  const std::uint64_t last = woken_set(object, 10, 65'534);
  EXPECT_EQ(__builtin_popcountll(first), 10);
  EXPECT_EQ(__builtin_popcountll(last), 10);
  EXPECT_NE(first, last);
}

}  // namespace
}  // namespace heddle::native
