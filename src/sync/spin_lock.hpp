// Semantics of a spin lock of the C library: a plain lock in the bits of one int.  A word without
// the taken bit is free: the C library's own free value differs between architectures.
#pragma once

#include <cstdint>

#include "core/check.hpp"
#include "core/ids.hpp"

namespace heddle::sync {

struct SpinLock {
  std::uint32_t word = 0;

  static constexpr std::uint32_t kTaken = 0x4000'0000;

  bool is_free() const { return (word & kTaken) == 0; }
  ThreadId owner() const { return is_free() ? kNoThread : thread_id(word & 0xffffU); }
  bool held_by(ThreadId thread) const { return !is_free() && owner() == thread; }
};

// REQUIRES: it is free.
inline void lock(SpinLock& spin, ThreadId thread) {
  HEDDLE_CHECK(spin.is_free(), "a held spin lock was locked");
  spin.word = SpinLock::kTaken | index(thread);
}

// REQUIRES: the thread holds it.
inline void unlock(SpinLock& spin, ThreadId thread) {
  HEDDLE_CHECK(spin.held_by(thread), "a spin lock was unlocked by a thread that does not hold it");
  spin.word = 0;
}

}  // namespace heddle::sync
