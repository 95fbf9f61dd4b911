// How much of a fingerprint a store keeps, and what that risks.
#pragma once

#include <cstdint>
#include <utility>

#include "core/ids.hpp"

namespace heddle::search {

// 64 bits: fewer bytes.  Two of a million states are taken for one with a chance of 3e-8.
struct NarrowKey {
  using Type = std::uint64_t;
  static constexpr int kBits = 64;
  static Type of(const Fingerprint& state) { return state.low; }
};

// All 128 bits.
struct WideKey {
  using Type = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr int kBits = 128;
  static Type of(const Fingerprint& state) { return {state.low, state.high}; }
};

// The chance that some two of `states` random keys are equal, by the birthday bound:
// states^2 / 2 / 2^bits, at most 1.
double collision_chance(std::uint64_t states, int bits);

}  // namespace heddle::search
