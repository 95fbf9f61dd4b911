// Moving waiters from one futex to another: every choice once, and nobody lost.
#include "runtime/requeue.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "runtime/readiness.hpp"
#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

class Requeue : public WorldByHand {
 protected:
  Operation operation(const RequeueArguments& arguments, std::uint16_t size = 0) const {
    return {.kind = OpKind::futex_requeue,
            .size = size,
            .object = object_of(&first_),
            .second = object_of(&second_),
            .value = packed(arguments)};
  }

  std::uint32_t first_ = 0;
  std::uint32_t second_ = 0;
};

TEST_F(Requeue, KeepsItsArguments) {
  const RequeueArguments back = requeue_arguments(operation({3, 65'535, 0xfedcba98}));
  EXPECT_EQ(back.wake, 3);
  EXPECT_EQ(back.move, 65'535);
  EXPECT_EQ(back.expected, 0xfedcba98U);
}

TEST_F(Requeue, WakesSomeAndMovesOthers) {
  for (int i = 0; i < 3; ++i) park(OpKind::futex_wake_up, object_of(&first_));
  const Requeued result = requeue(operation({1, 1, 0}), 0);
  EXPECT_EQ(result.woken, 1U);
  EXPECT_EQ(result.moved, 1U);
  EXPECT_EQ(result.first, ThreadId{0});
  EXPECT_EQ(count_waiters(object_of(&first_)), 1U);
  EXPECT_EQ(count_waiters(object_of(&second_)), 1U);
  EXPECT_EQ(world().threads[1].pending.object, object_of(&second_)) << "others see where it waits";
}

TEST_F(Requeue, ReachesEveryPairOfSetsOnce) {
  std::set<std::pair<int, int>> seen;
  std::uint16_t ways = 1;
  for (std::uint16_t way = 0; way < ways; ++way) {
    static_cast<WorldHead&>(world()) = WorldHead{};
    for (int i = 0; i < 4; ++i) park(OpKind::futex_wake_up, object_of(&first_));
    const Operation move = operation({1, 2, 0});
    ways = alternatives(pause(move));
    ASSERT_EQ(ways, 12);
    requeue(move, way);
    int woken = 0;
    int moved = 0;
    for (int i = 0; i < 4; ++i) {
      const sync::Parking& parking = world().threads[static_cast<std::size_t>(i)].parking;
      woken |= parking.woken ? 1 << i : 0;
      moved |= parking.on == object_of(&second_) ? 1 << i : 0;
    }
    EXPECT_EQ(woken & moved, 0);
    EXPECT_TRUE(seen.insert({woken, moved}).second) << "twice";
  }
  EXPECT_EQ(seen.size(), 12U);
}

TEST_F(Requeue, ShowsWhetherItWillBeRefused) {
  Thread& comparing = pause(operation({1, 1, 7}, 4));
  refresh_requeue(comparing);
  EXPECT_EQ(comparing.pending.kind, OpKind::futex_requeue_refused);
  first_ = 7;
  refresh_requeue(comparing);
  EXPECT_EQ(comparing.pending.kind, OpKind::futex_requeue);
  Thread& other = pause(operation({1, 1, 9}));
  refresh_requeue(other);
  EXPECT_EQ(other.pending.kind, OpKind::futex_requeue) << "it does not compare";
}

}  // namespace
}  // namespace heddle::native
