// A set of threads in one word, for judging cycles: whether every thread that is enabled on a cycle
// moves on it.
//
// Threads from the 64th on share one bit, which no step clears: a cycle on which one of them is
// enabled is never called fair.
#pragma once

#include <cstdint>
#include <vector>

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

// The threads that a step of this one is a step of.
constexpr ThreadSet moved_by(ThreadId thread) {
  return index(thread) < kSharedBit ? ThreadSet{1} << index(thread) : 0;
}

// A thread that may perform its operation in several ways, each of which it takes again and again
// if it performs the operation again and again.
struct FairChoice {
  ThreadId thread = kNoThread;
  std::uint16_t alternatives = 0;
};

inline std::uint16_t fair_alternatives(const ThreadView& thread) {
  return is_outer_choice(thread.next.kind) ? thread.alternatives : std::uint16_t{1};
}

inline std::vector<FairChoice> fair_choices(const StateView& view) {
  std::vector<FairChoice> choices;
  for (const ThreadView& thread : view.threads) {
    const std::uint16_t alternatives = fair_alternatives(thread);
    if (alternatives > 1) choices.push_back({thread.id, alternatives});
  }
  return choices;
}

// The threads seen along a cycle of states, or along a part of one.
struct LoopSoFar {
  ThreadSet enabled = 0;  // in some state
  ThreadSet moved = 0;

  void visit(ThreadSet enabled_there) { enabled |= enabled_there; }
  // The threads that strong fairness still owes a step: a thread that is enabled again and again
  // must move again and again, even if it is blocked in between, as one that waits for a lock is.
  ThreadSet starved() const { return enabled & ~moved; }
  bool is_fair() const { return starved() == 0; }
};

}  // namespace heddle::search
