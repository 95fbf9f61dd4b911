// Many readers or one writer, and what each is answered.
#include "sync/rwlock.hpp"

#include <gtest/gtest.h>

namespace heddle::sync {
namespace {

constexpr ThreadId kOne{0};
constexpr ThreadId kTwo{1};

TEST(RwLock, HasManyReaders) {
  RwLock lock;
  EXPECT_EQ(read_lock(lock, kOne), RwLockResult::done);
  EXPECT_TRUE(can_read(lock, kTwo));
  EXPECT_EQ(try_read_lock(lock), RwLockResult::done);
  EXPECT_EQ(lock.readers, 2U);
  EXPECT_FALSE(can_write(lock, kOne)) << "a reader does not become a writer";
  EXPECT_EQ(try_write_lock(lock, kTwo), RwLockResult::busy);
  EXPECT_EQ(lock.owner(), kNoThread);
}

TEST(RwLock, HasOneWriter) {
  RwLock lock;
  EXPECT_EQ(write_lock(lock, kOne), RwLockResult::done);
  EXPECT_EQ(lock.owner(), kOne);
  EXPECT_FALSE(can_read(lock, kTwo));
  EXPECT_FALSE(can_write(lock, kTwo));
  EXPECT_EQ(try_read_lock(lock), RwLockResult::busy);
  EXPECT_EQ(try_write_lock(lock, kTwo), RwLockResult::busy);
}

TEST(RwLock, TellsItsWriterThatItWouldHang) {
  RwLock lock;
  write_lock(lock, kOne);
  ASSERT_TRUE(can_read(lock, kOne));
  ASSERT_TRUE(can_write(lock, kOne));
  EXPECT_EQ(read_lock(lock, kOne), RwLockResult::would_hang);
  EXPECT_EQ(write_lock(lock, kOne), RwLockResult::would_hang);
  EXPECT_EQ(lock.readers, 0U);
}

TEST(RwLock, IsGivenBackByItsWriterOrByAnyReader) {
  RwLock lock;
  EXPECT_EQ(unlock(lock, kOne), RwLockResult::not_held);
  write_lock(lock, kOne);
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::not_held);
  EXPECT_EQ(unlock(lock, kOne), RwLockResult::done);
  EXPECT_TRUE(lock.is_free());
  read_lock(lock, kOne);
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::done);
  EXPECT_TRUE(lock.is_free());
}

TEST(RwLockDeathTest, LockedWhileTakenIsOurMistake) {
  RwLock lock;
  write_lock(lock, kOne);
  EXPECT_EXIT(read_lock(lock, kTwo), testing::ExitedWithCode(70), "locked for reading");
  EXPECT_EXIT(write_lock(lock, kTwo), testing::ExitedWithCode(70), "locked for writing");
}

}  // namespace
}  // namespace heddle::sync
