// An object keeps those waiting, and only those, who want of it what it cannot give.
#include "core/object_state.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr ThreadId kOther{1};

bool passes(const ObjectState& object_state, OpKind kind, std::uint64_t value = 0) {
  return admits(object_state, kMainThread, {.kind = kind, .value = value});
}

TEST(ObjectState, AHeldLockLetsItsHolderAndTriesPass) {
  const ObjectState held{.kind = ObjectState::Kind::held, .holder = kOther};
  for (const OpKind kind : {OpKind::mutex_lock, OpKind::cond_wake, OpKind::rwlock_rdlock,
                            OpKind::rwlock_wrlock, OpKind::spin_lock}) {
    EXPECT_FALSE(passes(held, kind));
    EXPECT_TRUE(admits(held, kOther, {.kind = kind}));
    EXPECT_TRUE(passes({}, kind));
  }
  EXPECT_TRUE(passes(held, OpKind::mutex_trylock));
  EXPECT_TRUE(passes(held, OpKind::mutex_unlock));
}

TEST(ObjectState, ReadersKeepWritersWaitingAlone) {
  const ObjectState shared{.kind = ObjectState::Kind::shared};
  EXPECT_TRUE(passes(shared, OpKind::rwlock_rdlock));
  EXPECT_FALSE(passes(shared, OpKind::rwlock_wrlock));
}

TEST(ObjectState, AnEmptySemaphoreAndARunningInitialisationAreClosed) {
  const ObjectState closed{.kind = ObjectState::Kind::closed};
  EXPECT_FALSE(passes(closed, OpKind::sem_wait));
  EXPECT_FALSE(passes(closed, OpKind::once_begin));
  EXPECT_TRUE(passes(closed, OpKind::sem_post));
  EXPECT_TRUE(passes(closed, OpKind::sem_trywait));
}

TEST(ObjectState, AnAwaitPassesAtItsValueOnly) {
  const ObjectState two{.kind = ObjectState::Kind::value, .value = 2};
  EXPECT_TRUE(passes(two, OpKind::await, 2));
  EXPECT_FALSE(passes(two, OpKind::await, 1));
  EXPECT_TRUE(passes(two, OpKind::atomic_load));
}

}  // namespace
}  // namespace heddle
