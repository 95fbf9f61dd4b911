// Semantics of a counting semaphore.
#pragma once

#include <cstdint>

#include "core/check.hpp"

namespace heddle::sync {

struct Semaphore {
  std::uint32_t count = 0;
};

inline constexpr std::uint32_t kMostPosts = 0x7fff'ffff;

inline void post(Semaphore& semaphore) { ++semaphore.count; }
inline bool can_post(const Semaphore& semaphore) { return semaphore.count < kMostPosts; }
inline bool can_wait(const Semaphore& semaphore) { return semaphore.count > 0; }

// REQUIRES: can_wait.
inline void wait(Semaphore& semaphore) {
  HEDDLE_CHECK(can_wait(semaphore), "an empty semaphore was taken");
  --semaphore.count;
}

inline bool try_wait(Semaphore& semaphore) {
  if (!can_wait(semaphore)) return false;
  --semaphore.count;
  return true;
}

}  // namespace heddle::sync
