// One event reaches every monitor that needs it, and none that is switched off.
#include "monitors/events.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "monitors/event_sources.hpp"
#include "runtime/world_by_hand.hpp"

namespace heddle::native {
namespace {

class EventsTest : public WorldByHand {
 protected:
  EventsTest() : before_(flags()) {
    main_ = mover().id;
    child_ = mover().id;
    world().current = main_;
    block_log().clear();
    side_effect_log().clear();
  }
  ~EventsTest() override {
    block_log().clear();
    side_effect_log().clear();
    flags() = before_;
    world().current = ThreadId{0};
  }

  static std::size_t count(SideEffect::Kind kind) {
    const auto all = side_effect_log().side_effects();
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const SideEffect& one) { return one.kind == kind; }));
  }

  Flags before_;
  ThreadId main_ = kNoThread;
  ThreadId child_ = kNoThread;
};

TEST_F(EventsTest, AJoinReachesBothLogs) {
  flags().reorders = true;
  flags().block_watch = BlockWatch::log;
  events::joined(child_);
  ASSERT_EQ(block_log().entries().size(), 1U);
  EXPECT_EQ(block_log().entries()[0].joined, child_);
  EXPECT_EQ(count(SideEffect::Kind::join), 1U);
}

TEST_F(EventsTest, AnEventWithoutMonitorsHasNoEffect) {
  events::joined(child_);
  events::acquired(ObjectId{0x1000}, LockAttempt::waits);
  events::released(ObjectId{0x1000});
  events::ordered_after(ObjectId{0x1000});
  events::accesses_widely(0x1000, 4096, true);
  EXPECT_TRUE(block_log().entries().empty());
  EXPECT_TRUE(side_effect_log().side_effects().empty());
}

TEST_F(EventsTest, AMutexIsCountedAtItsHolder) {
  Thread& self = current_thread();
  events::mutex_acquired(self, ObjectId{0x1000}, LockAttempt::waits);
  EXPECT_EQ(self.held_count, 1U);
  EXPECT_EQ(self.held_sum, 0x1000U);
  events::mutex_released(self, ObjectId{0x1000});
  EXPECT_EQ(self.held_count, 0U);
}

TEST_F(EventsTest, AReadOfTheAnnouncedObjectIsNoSideEffect) {
  flags().reorders = true;
  current_thread().pending.object = ObjectId{0x1000};
  events::object_read(ObjectId{0x1000});
  EXPECT_EQ(count(SideEffect::Kind::access), 0U);
  events::object_read(ObjectId{0x2000});
  EXPECT_EQ(count(SideEffect::Kind::access), 1U);
}

TEST_F(EventsTest, TheRuntimeReachesTheMonitorsOnceTheyListen) {
  const RuntimeEvents before = runtime().events;
  flags().reorders = true;
  runtime().events = {};
  runtime().events.thread_created(thread(main_), thread(child_));
  EXPECT_EQ(count(SideEffect::Kind::create), 0U);
  listen_to_runtime();
  runtime().events.thread_created(thread(main_), thread(child_));
  EXPECT_EQ(count(SideEffect::Kind::create), 1U);
  runtime().events = before;
}

}  // namespace
}  // namespace heddle::native
