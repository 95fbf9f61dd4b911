// Pseudorandom numbers that are equal in every execution: they follow from the thread and from how
// many it has drawn.
#pragma once

#include <cstdint>

#include "runtime/world.hpp"

namespace heddle::native {

// REQUIRES: on a fiber.
inline std::uint64_t next_entropy() {
  Thread& self = current_thread();
  std::uint64_t mixed = (std::uint64_t{index(self.id)} << 48) + ++self.entropy;
  // splitmix64
  mixed *= 0x9e3779b97f4a7c15ULL;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31);
}

}  // namespace heddle::native
