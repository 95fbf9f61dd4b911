// The three types of mutex, and robust ones: what they allow and refuse.
#include "sync/mutex.hpp"

#include <gtest/gtest.h>

#include "sync/two_threads.hpp"

namespace heddle::sync {
namespace {

Mutex of_type(MutexType type) {
  Mutex mutex;
  mutex.type = type;
  return mutex;
}

TEST(Mutex, ExcludesOthersUntilItIsReleased) {
  Mutex mutex;
  EXPECT_TRUE(can_lock(mutex, kOne));
  EXPECT_EQ(lock(mutex, kOne), MutexResult::done);
  EXPECT_EQ(mutex.owner(), kOne);
  EXPECT_FALSE(can_lock(mutex, kTwo));
  EXPECT_EQ(try_lock(mutex, kTwo), MutexResult::busy);
  EXPECT_EQ(unlock(mutex, kTwo), MutexResult::not_owner);
  EXPECT_EQ(unlock(mutex, kOne), MutexResult::done);
  EXPECT_EQ(mutex.owner(), kNoThread);
  EXPECT_EQ(try_lock(mutex, kTwo), MutexResult::done);
}

TEST(Mutex, OfNormalTypeWouldHangItsOwnHolder) {
  Mutex mutex;
  lock(mutex, kOne);
  ASSERT_TRUE(can_lock(mutex, kOne));
  EXPECT_EQ(lock(mutex, kOne), MutexResult::would_hang);
  EXPECT_EQ(mutex.count, 1U);
  EXPECT_EQ(try_lock(mutex, kOne), MutexResult::busy);
}

TEST(Mutex, OfNormalTypeLetsItsHolderWaitForADeadline) {
  Mutex mutex;
  EXPECT_TRUE(can_lock_in_time(mutex, kOne));
  lock(mutex, kOne);
  EXPECT_FALSE(can_lock_in_time(mutex, kOne));
  EXPECT_FALSE(can_lock_in_time(mutex, kTwo));
  for (const MutexType type : {MutexType::recursive, MutexType::error_checking}) {
    Mutex other = of_type(type);
    lock(other, kOne);
    EXPECT_TRUE(can_lock_in_time(other, kOne));
    EXPECT_FALSE(can_lock_in_time(other, kTwo));
  }
}

TEST(Mutex, DestroyedNeverBlocksAndDoesNothing) {
  Mutex mutex = of_type(MutexType::destroyed);
  ASSERT_TRUE(can_lock(mutex, kOne));
  EXPECT_EQ(lock(mutex, kOne), MutexResult::destroyed);
  EXPECT_EQ(try_lock(mutex, kOne), MutexResult::destroyed);
  EXPECT_EQ(unlock(mutex, kOne), MutexResult::destroyed);
  EXPECT_TRUE(mutex.is_free());
}

TEST(Mutex, OfRecursiveTypeCounts) {
  Mutex mutex = of_type(MutexType::recursive);
  lock(mutex, kOne);
  EXPECT_TRUE(can_lock(mutex, kOne));
  lock(mutex, kOne);
  EXPECT_EQ(try_lock(mutex, kOne), MutexResult::done);
  unlock(mutex, kOne);
  unlock(mutex, kOne);
  EXPECT_FALSE(mutex.is_free());
  unlock(mutex, kOne);
  EXPECT_TRUE(mutex.is_free());
}

TEST(Mutex, OfErrorCheckingTypeTellsItsHolder) {
  Mutex mutex = of_type(MutexType::error_checking);
  lock(mutex, kOne);
  EXPECT_TRUE(can_lock(mutex, kOne));
  EXPECT_EQ(lock(mutex, kOne), MutexResult::would_hang);
  EXPECT_EQ(mutex.count, 1U);
}

TEST(Mutex, IsGivenUpWholeAndTakenBackAsItWas) {
  Mutex mutex = of_type(MutexType::recursive);
  lock(mutex, kOne);
  lock(mutex, kOne);
  const std::uint32_t count = release_all(mutex, kOne);
  EXPECT_EQ(count, 2U);
  EXPECT_TRUE(mutex.is_free());
  acquire_all(mutex, kOne, count);
  EXPECT_TRUE(mutex.held_by(kOne));
  EXPECT_EQ(mutex.count, 2U);
}

TEST(MutexDeathTest, LockedWhileTakenIsOurMistake) {
  Mutex mutex;
  lock(mutex, kOne);
  EXPECT_EXIT(lock(mutex, kTwo), testing::ExitedWithCode(70), "a held mutex was locked");
}

Mutex abandoned_mutex() {
  Mutex mutex;
  mutex.robustness = Robustness::consistent;
  lock(mutex, kOne);
  abandon(mutex);
  return mutex;
}

TEST(RobustMutex, TellsTheNextHolderThatTheLastOneEnded) {
  for (const auto take : {lock, try_lock}) {
    Mutex mutex = abandoned_mutex();
    ASSERT_TRUE(can_lock(mutex, kTwo));
    EXPECT_EQ(take(mutex, kTwo), MutexResult::owner_died);
    EXPECT_TRUE(mutex.held_by(kTwo));
  }
  Mutex mutex = abandoned_mutex();
  EXPECT_EQ(acquire_all(mutex, kTwo, 3), MutexResult::owner_died);
  EXPECT_EQ(mutex.count, 3U);
}

TEST(RobustMutex, WorksAgainOnceItIsConsistent) {
  Mutex mutex = abandoned_mutex();
  EXPECT_FALSE(make_consistent(mutex));
  lock(mutex, kTwo);
  EXPECT_TRUE(make_consistent(mutex));
  EXPECT_FALSE(make_consistent(mutex));
  EXPECT_EQ(unlock(mutex, kTwo), MutexResult::done);
  EXPECT_EQ(lock(mutex, kOne), MutexResult::done);
}

TEST(RobustMutex, IsLostIfItIsReleasedInconsistent) {
  Mutex mutex = abandoned_mutex();
  lock(mutex, kTwo);
  EXPECT_EQ(unlock(mutex, kTwo), MutexResult::done);
  ASSERT_TRUE(can_lock(mutex, kOne));
  EXPECT_EQ(lock(mutex, kOne), MutexResult::not_recoverable);
  EXPECT_EQ(try_lock(mutex, kTwo), MutexResult::not_recoverable);
  EXPECT_EQ(acquire_all(mutex, kTwo, 1), MutexResult::not_recoverable);
  EXPECT_TRUE(mutex.is_free());
  EXPECT_EQ(mutex.count, 0U);

  mutex = abandoned_mutex();
  lock(mutex, kTwo);
  release_all(mutex, kTwo);
  EXPECT_EQ(acquire_all(mutex, kTwo, 1), MutexResult::not_recoverable);
}

TEST(RobustMutex, CanBeAbandonedAgain) {
  Mutex mutex = abandoned_mutex();
  lock(mutex, kTwo);
  abandon(mutex);
  EXPECT_EQ(lock(mutex, kOne), MutexResult::owner_died);
}

}  // namespace
}  // namespace heddle::sync
