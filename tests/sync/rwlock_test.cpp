// Many readers or one writer, and what each is answered.
#include "sync/rwlock.hpp"

#include <gtest/gtest.h>

#include "sync/two_threads.hpp"

namespace heddle::sync {
namespace {

TEST(RwLock, HasManyReaders) {
  RwLock lock;
  EXPECT_EQ(read_lock(lock, kOne), RwLockResult::done);
  EXPECT_TRUE(can_read(lock, kTwo));
  EXPECT_EQ(try_read_lock(lock, kTwo), RwLockResult::done);
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
  EXPECT_EQ(try_read_lock(lock, kTwo), RwLockResult::busy);
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

TEST(RwLock, IsGivenBackByItsWriterOrByAReader) {
  RwLock lock;
  EXPECT_EQ(unlock(lock, kOne), RwLockResult::not_held);
  write_lock(lock, kOne);
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::not_held);
  EXPECT_EQ(unlock(lock, kOne), RwLockResult::done);
  EXPECT_TRUE(lock.is_free());
  read_lock(lock, kOne);
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::not_held);
  EXPECT_EQ(unlock(lock, kOne), RwLockResult::done);
  EXPECT_TRUE(lock.is_free());
}

TEST(RwLock, KnowsItsReadersInAnyOrder) {
  RwLock lock;
  RwLock other;
  read_lock(lock, kTwo);
  read_lock(lock, kOne);
  read_lock(lock, kTwo);
  read_lock(other, kOne);
  read_lock(other, kTwo);
  read_lock(other, kTwo);
  EXPECT_EQ(lock.known, other.known);
  EXPECT_EQ(lock.reader(), kOne);
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::done);
  EXPECT_TRUE(lock.read_by(kTwo)) << "it read twice";
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::done);
  EXPECT_FALSE(lock.read_by(kTwo));
  EXPECT_EQ(unlock(lock, kTwo), RwLockResult::not_held);
  EXPECT_EQ(unlock(lock, kOne), RwLockResult::done);
  EXPECT_EQ(lock.reader(), kNoThread);
}

// There is room for eight: of more, anybody may be one.
TEST(RwLock, ForgetsWhoReadsWhenThereAreMany) {
  RwLock lock;
  for (std::uint16_t i = 0; i < 10; ++i) read_lock(lock, ThreadId{i});
  EXPECT_FALSE(lock.knows_all_readers());
  EXPECT_EQ(unlock(lock, ThreadId{9}), RwLockResult::done);
  EXPECT_EQ(unlock(lock, ThreadId{3}), RwLockResult::done);
  EXPECT_EQ(unlock(lock, ThreadId{3}), RwLockResult::done) << "it may be one that is not known";
  for (const std::uint16_t i : std::initializer_list<std::uint16_t>{0, 1, 2, 4, 5, 6, 7}) {
    EXPECT_EQ(unlock(lock, ThreadId{i}), RwLockResult::done) << i;
  }
  EXPECT_TRUE(lock.is_free());
  EXPECT_EQ(unlock(lock, ThreadId{0}), RwLockResult::not_held);
}

TEST(RwLockDeathTest, LockedWhileTakenIsOurMistake) {
  RwLock lock;
  write_lock(lock, kOne);
  EXPECT_EXIT(read_lock(lock, kTwo), testing::ExitedWithCode(70), "locked for reading");
  EXPECT_EXIT(write_lock(lock, kTwo), testing::ExitedWithCode(70), "locked for writing");
}

}  // namespace
}  // namespace heddle::sync
