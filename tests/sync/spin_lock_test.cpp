// A spin lock knows its holder, and takes every other value for a free lock.
#include "sync/spin_lock.hpp"

#include <gtest/gtest.h>

#include "sync/two_threads.hpp"

namespace heddle::sync {
namespace {

constexpr ThreadId kTwo{1023};

TEST(SpinLock, IsFreeAtFirstOnEitherArchitecture) {
  EXPECT_TRUE(SpinLock{0}.is_free());
  EXPECT_TRUE(SpinLock{1}.is_free());
}

TEST(SpinLock, KnowsItsHolder) {
  for (const ThreadId thread : {kOne, kTwo}) {
    SpinLock spin{1};
    lock(spin, thread);
    EXPECT_FALSE(spin.is_free());
    EXPECT_EQ(spin.owner(), thread);
    EXPECT_TRUE(spin.held_by(thread));
    EXPECT_FALSE(spin.held_by(ThreadId{5}));
    unlock(spin, thread);
    EXPECT_TRUE(spin.is_free());
    EXPECT_EQ(spin.owner(), kNoThread);
  }
}

TEST(SpinLockDeathTest, TakenTwiceOrGivenBackByAStrangerIsOurMistake) {
  SpinLock spin;
  EXPECT_EXIT(unlock(spin, kOne), testing::ExitedWithCode(70), "by a thread that does not hold it");
  lock(spin, kOne);
  EXPECT_EXIT(lock(spin, kTwo), testing::ExitedWithCode(70), "a held spin lock");
}

}  // namespace
}  // namespace heddle::sync
