// Dependence of steps: dependent steps of different threads do not commute.  Two steps are
// dependent when they access a common object and one of them writes it.  Steps of one thread always
// are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/event.hpp"
#include "core/ids.hpp"
#include "core/operation.hpp"

namespace heddle {

enum class AccessMode : std::uint8_t { read, write };

struct Access {
  ObjectId object = kNoObject;
  std::uint8_t size = 0;  // bytes from `object` on; 0 for something that is no memory
  AccessMode mode = AccessMode::write;

  friend bool operator==(const Access&, const Access&) = default;
};

// The effects of a performed step that its operation does not determine.
struct StepEffect {
  std::span<const ThreadId> woken;  // by a signal, a broadcast or a futex wake
  Outcome outcome = Outcome::done;  // a wake-up without a token also leaves the waiters by itself
};

// The waiters of a futex, as opposed to the word itself.
constexpr ObjectId queue_of(ObjectId word) {
  return ObjectId{static_cast<std::uint64_t>(word) | 0xfffd'0000'0000'0000ULL};
}

// Appends the accesses of `operation` when `thread` performs it.  Yields, sleeps, fences and data
// choices access nothing: under sequential consistency, fences add no ordering.
void add_accesses(ThreadId thread, const Operation& operation, const StepEffect& effect,
                  std::vector<Access>& into);

bool overlap(const Access& a, const Access& b);

inline bool dependent(const Access& a, const Access& b) {
  return (a.mode == AccessMode::write || b.mode == AccessMode::write) && overlap(a, b);
}

// Returns whether two steps of different threads with these accesses are dependent.
bool dependent(std::span<const Access> a, std::span<const Access> b);

}  // namespace heddle
