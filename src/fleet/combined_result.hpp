// Combines the results of several searches into one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fleet/portfolio.hpp"

namespace heddle::fleet {

struct Member {
  std::uint64_t seed = 0;
  std::optional<WorkerOutcome> outcome;  // absent while it runs
  // If the search is shared, the result has the counts and the coverage of all members.
  bool counts_all = false;
  bool cannot_split = false;  // one process has to explore all
  std::uint64_t own_states = 0;
  std::uint64_t own_executions = 0;
};
using Members = std::vector<Member>;

// Returns whether the member found an error of the program, or a divergence.
bool found_error(const Member& member);

// Returns whether the member's process died without the program causing it.
bool is_lost(const Member& member);

// Returns whether the member of a shared search ended in a way that keeps the others from
// finishing.
bool left_others(const Member& member);

// Returns descriptions of the lost members; moves their traces out of `members`.
std::vector<LostMember> take_lost(Members& members);

// Combines the results.  The verdict is that of `winner`, else of the lowest member with an error,
// else of the lowest complete one, else `incomplete`.  Counts are sums over all members.
// REQUIRES: every member has ended.
WorkerOutcome combine(Members members, std::optional<std::size_t> winner, double seconds);

// Combines the results of members that shared one search.  The verdict is that of `winner`, else of
// the lowest member with an error, else of member 0, which alone goes on after the shared part.
// REQUIRES: every member has ended.
WorkerOutcome combine_split(Members members, std::optional<std::size_t> winner, double seconds);

}  // namespace heddle::fleet
