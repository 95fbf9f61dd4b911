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

constexpr ThreadSet enabled_threads(const StateView& view) {
  ThreadSet set = 0;
  for (const ThreadView& thread : view.threads) {
    if (!thread.enabled()) continue;
    set |= ThreadSet{1} << (index(thread.id) < kSharedBit ? index(thread.id) : kSharedBit);
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
  ThreadSet moved = 0;

  void visit(ThreadSet enabled) {
    always &= enabled;
    ever |= enabled;
  }
  // Nobody waits in vain: a fair scheduler may go round for ever.
  bool is_fair() const { return (always & ~moved) == 0; }
};

}  // namespace heddle::search
