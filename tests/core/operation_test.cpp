// Every operation has its own stable key and a word for people.
#include "core/operation.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "core/failure.hpp"

namespace heddle {
namespace {

TEST(OpKind, KeysAreDistinctAndReadBack) {
  std::set<std::string_view> keys;
  for (int i = 0; i <= static_cast<int>(OpKind::action); ++i) {
    const auto kind = static_cast<OpKind>(i);
    EXPECT_EQ(op_kind(key(kind)), kind) << key(kind);
    EXPECT_FALSE(name(kind).empty());
    keys.insert(key(kind));
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(OpKind::action) + 1);
  EXPECT_EQ(op_kind("mutex_lok"), OpKind::none);
}

TEST(OpKind, KeysAreThoseOfTheFileFormat) {
  EXPECT_EQ(key(OpKind::mutex_lock), "mutex_lock");
  EXPECT_EQ(key(OpKind::cond_wake), "cond_wake");
  EXPECT_EQ(key(OpKind::atomic_compare_exchange), "atomic_compare_exchange");
  EXPECT_EQ(key(OpKind::choose), "choose");
}

TEST(Operation, IsAnnouncedAgainWhateverItsValue) {
  Operation one;
  one.kind = OpKind::atomic_store;
  one.object = ObjectId{8};
  Operation other = one;
  other.value = 3;
  EXPECT_TRUE(same_announcement(one, other));
  other.object = ObjectId{16};
  EXPECT_FALSE(same_announcement(one, other));
}

TEST(FailureKind, KeysReadBack) {
  for (int i = 0; i <= static_cast<int>(FailureKind::divergence); ++i) {
    FailureKind kind = FailureKind::crash;
    ASSERT_TRUE(failure_kind(key(static_cast<FailureKind>(i)), kind));
    EXPECT_EQ(kind, static_cast<FailureKind>(i));
  }
  FailureKind kind = FailureKind::crash;
  EXPECT_FALSE(failure_kind("mishap", kind));
}

}  // namespace
}  // namespace heddle
