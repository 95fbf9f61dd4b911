// Operations have the kinds that locations may want.
#include "guidance/wanted.hpp"

#include <gtest/gtest.h>

namespace heddle::guidance {
namespace {

TEST(Wanted, AnUpdateReadsAndWrites) {
  const Wanted update = wanted_of(OpKind::atomic_exchange);
  EXPECT_TRUE(fits(Wanted::read, update));
  EXPECT_TRUE(fits(Wanted::write, update));
  EXPECT_FALSE(fits(Wanted::lock, update));
}

TEST(Wanted, KindsOfOperations) {
  EXPECT_EQ(wanted_of(OpKind::await), Wanted::read);
  EXPECT_EQ(wanted_of(OpKind::rwlock_tryrdlock), Wanted::lock);
  EXPECT_EQ(wanted_of(OpKind::spin_unlock), Wanted::unlock);
  EXPECT_EQ(wanted_of(OpKind::thread_join), Wanted::wait);
  EXPECT_EQ(wanted_of(OpKind::futex_requeue), Wanted::notify);
}

TEST(Wanted, AnotherOperationFitsOnlyALocationWithoutKind) {
  EXPECT_TRUE(fits(Wanted::any, Wanted::other));
  EXPECT_FALSE(fits(Wanted::read, Wanted::other));
}

TEST(Wanted, NamesAreInverse) {
  for (std::uint8_t i = 0; i <= kLastWanted; ++i) {
    const auto wanted = static_cast<Wanted>(i);
    EXPECT_EQ(wanted_by(name(wanted)), wanted);
  }
  EXPECT_FALSE(wanted_by("update"));
}

}  // namespace
}  // namespace heddle::guidance
