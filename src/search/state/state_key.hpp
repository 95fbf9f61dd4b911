// The part of a fingerprint that a store keeps, and the resulting probability of a hash collision.
// Tables reserve one key value; the fingerprint with that value shares the key of another.  That
// adds one pair to the 2^127 that might collide.
#pragma once

#include <cstdint>
#include <utility>

#include "core/ids.hpp"
#include "search/engine/flat_table.hpp"

namespace heddle::search {

// 64 bits: saves memory.  Among a million states, the hash-collision probability is 3e-8.
struct NarrowKey {
  using Type = std::uint64_t;
  static constexpr int kBits = 64;
  static Type of(const Fingerprint& state) {
    return state.low == FreeKey<Type>::kValue ? 0 : state.low;
  }
};

// All 128 bits.
struct WideKey {
  using Type = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr int kBits = 128;
  static Type of(const Fingerprint& state) {
    const Type key = {state.low, state.high};
    return key == FreeKey<Type>::kValue ? Type{0, 1} : key;
  }
};

// Returns the probability that two of `states` random keys are equal, by the birthday bound:
// states^2 / 2 / 2^bits, at most 1.
double collision_chance(std::uint64_t states, int bits);

}  // namespace heddle::search
