// The rounds of randomized backtracking with an automatic threshold.
//
// Five rounds with the threshold at the longest measured execution are followed by one with a
// threshold in the middle; then the same with eight times as many states, and so on.  The first
// kind finds errors that need a change near the end of an execution, or another order of the
// choices; short rounds find most of these.  The second kind finds errors that need early changes
// in a large state space.  The lengths grow, so that in the end a round of either kind is as long
// as it needs to be.
#pragma once

#include <cstdint>

#include "search/strategy/walk_lengths.hpp"

namespace heddle::search {

class RoundPlan {
 public:
  // After so many rounds, the lengths grow.
  static constexpr std::uint64_t kCycle = 6;
  // The thresholds repeat after so many rounds.
  static constexpr std::uint64_t kPeriod = 3 * kCycle;

  explicit RoundPlan(const WalkLengths& walks) : walks_(walks) {}

  std::uint64_t threshold(std::uint64_t round) const;

  // Returns the number of states after which the round ends.
  std::uint64_t states(std::uint64_t round) const;

  // Returns the threshold of a search that has one round and keeps the given order.
  static std::uint64_t only_threshold(const WalkLengths& walks);

 private:
  WalkLengths walks_;
};

}  // namespace heddle::search
