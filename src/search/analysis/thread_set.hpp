// A set of threads in one word, for judging loops: whether every thread that could always move did.
//
// Threads from the 64th on share one bit, which nobody's step clears: a loop in which one of them
// could always move is never called fair.
#pragma once

#include <cstdint>

#include "system/state_view.hpp"

namespace heddle::search {

using ThreadSet = std::uint64_t;

inline constexpr std::uint16_t kSharedBit = 63;

constexpr ThreadSet set_of(ThreadId thread) {
  return ThreadSet{1} << (index(thread) < kSharedBit ? index(thread) : kSharedBit);
}

inline ThreadSet enabled_threads(const StateView& view) {
  ThreadSet set = 0;
  for (const ThreadView& thread : view.threads) {
    if (thread.enabled()) set |= set_of(thread.id);
  }
  return set;
}

// Those that sleep and could wake up.
inline ThreadSet waking_threads(const StateView& view) {
  ThreadSet set = 0;
  for (const ThreadView& thread : view.threads) {
    if (thread.enabled() && thread.next.kind == OpKind::sleep) set |= set_of(thread.id);
  }
  return set;
}

// The threads that a step of this one is a step of.
constexpr ThreadSet moved_by(ThreadId thread) {
  return index(thread) < kSharedBit ? ThreadSet{1} << index(thread) : 0;
}

// What is known about a loop of states after some of it.
struct LoopSoFar {
  ThreadSet always = ~ThreadSet{0};  // could move in every state
  ThreadSet ever = 0;                // could move in some state
  ThreadSet waking = 0;              // could wake up in some state
  ThreadSet moved = 0;

  void visit(ThreadSet enabled, ThreadSet could_wake_up = 0) {
    always &= enabled;
    ever |= enabled;
    waking |= could_wake_up;
  }
  // Nobody waits in vain: a fair scheduler may go round for ever.  Who sleeps wakes up in the end,
  // whatever others do in the meantime.
  bool is_fair() const { return ((always | waking) & ~moved) == 0; }
};

}  // namespace heddle::search
