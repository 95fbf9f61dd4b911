// Semantics of `pthread_once`, `std::call_once` and the guard of a function-local static.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::sync {

enum class OncePhase : std::uint8_t { fresh = 0, running = 1, done = 2 };

struct Once {
  OncePhase phase = OncePhase::fresh;
  std::uint16_t runner = 0;  // thread index, while running
};

// Returns whether a thread may enter: not while another one runs the initialiser.  Recursive entry
// is undefined in C++; here it blocks and is reported as a deadlock.
inline bool can_begin(const Once& once) { return once.phase != OncePhase::running; }

// Returns whether the caller must run the initialiser.  REQUIRES: can_begin.
inline bool begin(Once& once, ThreadId thread) {
  if (once.phase == OncePhase::done) return false;
  once = {OncePhase::running, index(thread)};
  return true;
}

inline void end(Once& once) { once = {OncePhase::done, 0}; }

// Called when the initialiser threw: another thread may try.
inline void abort(Once& once) { once = {OncePhase::fresh, 0}; }

}  // namespace heddle::sync
