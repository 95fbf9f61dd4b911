// A World set up by hand: threads paused before operations of the test's choosing, without fibers.
#pragma once

#include <gtest/gtest.h>

#include "runtime/embedded_objects.hpp"
#include "runtime/world.hpp"

namespace heddle::native {

class WorldByHand : public testing::Test {
 protected:
  WorldByHand() {
    map_world();
    static_cast<WorldHead&>(world()) = WorldHead{};
  }

  // A new thread that is paused before the operation.
  static Thread& pause(const Operation& operation, std::uint64_t deadline = kNever) {
    Thread& thread = world().threads[world().threads_seen];
    thread = Thread{};
    thread.id = thread_id(world().threads_seen++);
    ++world().living;
    thread.life = Life::announced;
    thread.pending = operation;
    thread.deadline = deadline;
    return thread;
  }

  // The same, asleep on an object.
  static Thread& park(OpKind kind, ObjectId on, ObjectId mutex = kNoObject,
                      std::uint64_t deadline = kNever) {
    Thread& thread = pause({.kind = kind, .object = on, .second = mutex}, deadline);
    sync::park(thread.parking, on);
    return thread;
  }

  static Thread& sleeper(std::uint64_t deadline) {
    return pause({.kind = OpKind::sleep, .value = deadline}, deadline);
  }

  // A thread that can always move.
  static Thread& mover() { return pause({.kind = OpKind::atomic_store}); }

  // Lets the thread perform what it announced, in the given way.
  static void choose(Thread& thread, std::uint16_t alternative) {
    thread.life = Life::running;
    thread.alternative = alternative;
  }
};

}  // namespace heddle::native
