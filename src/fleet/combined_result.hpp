// One result from those of several searches.
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
};
using Members = std::vector<Member>;

// Whether its error is one of the program, or of its determinism.
bool found_error(const Member& member);

// Whether its process is gone without the program being to blame.
bool is_lost(const Member& member);

// What is known about the lost ones; takes their traces.
std::vector<LostMember> take_lost(Members& members);

// The verdict is that of `winner`, else of the lowest member with an error, else of the lowest that
// is complete, else `incomplete`.  Counts are sums over all members.
// REQUIRES: every member has ended.
WorkerOutcome combine(Members members, std::optional<std::size_t> winner, double seconds);

}  // namespace heddle::fleet
