// Pseudorandom numbers that are equal in every execution: they follow from the thread and from how
// many it has drawn.
#pragma once

#include <cstdint>

#include "runtime/world.hpp"

namespace heddle::native {

// The thread of numbers that are drawn before the exploration.
inline constexpr std::uint64_t kEarlyThread = 0xffff;

// REQUIRES: on a fiber, or before the exploration.
inline std::uint64_t next_entropy() {
  const bool explored = flags().exploring;
  const std::uint64_t thread = explored ? index(world().current) : kEarlyThread;
  std::uint64_t mixed =
      (thread << 48) + ++(explored ? current_thread().entropy : runtime().early_numbers);
  // splitmix64
  mixed *= 0x9e3779b97f4a7c15ULL;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31);
}

}  // namespace heddle::native
