#include "search/liveness/open_components.hpp"

#include <gtest/gtest.h>

namespace heddle::search {
namespace {

constexpr Fingerprint state(std::uint64_t number) { return {number, number}; }

OpenComponents::Step step_of(std::uint16_t thread, OpKind kind = OpKind::atomic_load,
                             std::uint64_t object = 1) {
  return {{thread_id(thread), 0}, {thread_id(thread), kind, ObjectId{object}}};
}

constexpr ThreadSet threads(ThreadSet mask) { return mask; }

// The states 1 -> 2 -> 3 -> 2, in which only thread 1 moves.
OpenComponents loop_of_one_thread(ThreadSet enabled_in_loop) {
  OpenComponents components;
  components.enter(0, state(1), threads(0b11), {});
  components.enter(1, state(2), enabled_in_loop, step_of(0));
  components.enter(2, state(3), enabled_in_loop, step_of(1));
  components.meet(3, state(2), step_of(1));
  return components;
}

TEST(OpenComponents, JudgesAComponentWhenItsFirstStateIsLeft) {
  OpenComponents components = loop_of_one_thread(threads(0b10));
  EXPECT_FALSE(components.take_livelock()) << "the search may find more of the component";
  components.enter(1, state(4), threads(0b11), step_of(1));
  const std::optional<Livelock> livelock = components.take_livelock();
  ASSERT_TRUE(livelock);
  EXPECT_EQ(livelock->cycle_begin, 1U);
  ASSERT_EQ(livelock->schedule.size(), 3U);
  EXPECT_EQ(livelock->schedule[0].thread, thread_id(0));
  EXPECT_EQ(livelock->schedule[1].thread, thread_id(1));
  EXPECT_FALSE(components.take_livelock()) << "once";
}

TEST(OpenComponents, AThreadThatIsEnabledAndNeverMovesIsNoLivelock) {
  OpenComponents components = loop_of_one_thread(threads(0b110));
  components.finish();
  EXPECT_FALSE(components.take_livelock());
}

TEST(OpenComponents, FindsTheCycleThatNoRunCloses) {
  // 1 -> 2 -> 1 by thread 1, and 1 -> 3 -> 2 by thread 2: only both together are fair.
  OpenComponents components;
  components.enter(0, state(1), threads(0b110), {});
  components.enter(1, state(2), threads(0b010), step_of(1));
  components.meet(2, state(1), step_of(1));
  components.enter(1, state(3), threads(0b100), step_of(2));
  components.meet(2, state(2), step_of(2));
  components.finish();
  const std::optional<Livelock> livelock = components.take_livelock();
  ASSERT_TRUE(livelock);
  EXPECT_EQ(livelock->cycle_begin, 0U);
  ThreadSet moved = 0;
  for (const Decision decision : livelock->schedule) moved |= moved_by(decision.thread);
  EXPECT_EQ(moved, threads(0b110));
}

TEST(OpenComponents, AThreadThatOnlyBacksOffIsExcused) {
  OpenComponents components;
  components.enter(0, state(1), threads(0b10), {});
  components.enter(1, state(2), threads(0b10), step_of(1, OpKind::mutex_lock, 1));
  components.enter(2, state(3), threads(0b10), step_of(1, OpKind::mutex_trylock, 2));
  components.enter(3, state(4), threads(0b10), step_of(1, OpKind::mutex_unlock, 1));
  components.enter(4, state(5), threads(0b10), step_of(1, OpKind::mutex_lock, 2));
  components.enter(5, state(6), threads(0b10), step_of(1, OpKind::mutex_trylock, 1));
  components.meet(6, state(1), step_of(1, OpKind::mutex_unlock, 2));
  components.finish();
  EXPECT_FALSE(components.take_livelock());
}

TEST(OpenComponents, KnowsTheStatesOnThePath) {
  OpenComponents components = loop_of_one_thread(threads(0b10));
  EXPECT_EQ(components.depth_of(state(3)), 2U);
  components.enter(2, state(5), threads(0b10), step_of(2));
  EXPECT_EQ(components.depth_of(state(2)), 1U);
  EXPECT_FALSE(components.depth_of(state(3))) << "it is in an open component, and not on the path";
  components.enter(1, state(6), threads(0b10), step_of(2));
  EXPECT_FALSE(components.depth_of(state(2)));
}

}  // namespace
}  // namespace heddle::search
