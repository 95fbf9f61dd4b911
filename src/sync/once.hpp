// What `pthread_once`, `std::call_once` and the guard of a function-local static mean.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace heddle::sync {

enum class OncePhase : std::uint8_t { fresh = 0, running = 1, done = 2 };

struct Once {
  OncePhase phase = OncePhase::fresh;
  std::uint16_t runner = 0;  // thread index, while running
};

// Whether a thread may enter: not while another one runs the initialiser.  Entering again from
// inside is undefined in C++; it blocks for ever here and shows as a deadlock.
inline bool can_begin(const Once& once) { return once.phase != OncePhase::running; }

// True when the caller must run the initialiser.  REQUIRES: can_begin.
inline bool begin(Once& once, ThreadId thread) {
  if (once.phase == OncePhase::done) return false;
  once = {OncePhase::running, index(thread)};
  return true;
}

inline void end(Once& once) { once = {OncePhase::done, 0}; }

// The initialiser threw: somebody else may try.
inline void abort(Once& once) { once = {OncePhase::fresh, 0}; }

}  // namespace heddle::sync
