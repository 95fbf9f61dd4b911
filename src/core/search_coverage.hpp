// The coverage of one search as data, and the sentence that is derived from it.  This is the only
// place that claims "all".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

// The reason why a search ended.
enum class SearchEnd : std::uint8_t {
  exhausted,         // nothing is left to explore
  stopped_at_error,  // the observer wanted no more
  error_limit,       // the same after several errors
  budget,            // as many executions or states as allowed
  time_limit,        // the deadline has passed
  interrupted,       // from outside, maybe in the middle of a step: the system must be restarted
};

// The coverage that remains of "all schedules" after a bound pruned something.
enum class Remainder : std::uint8_t {
  within_limit,  // every schedule within the limit: "with at most 2 preemptions"
  prefixes,      // the beginning of every schedule: "up to depth 100"
  fair,          // every fair schedule
  within_waits,  // every schedule with so many early timeouts and spurious wake-ups
};

// The effect of one bound on a search.
struct BoundCoverage {
  std::string name;    // "preemption bound 2", or a limit below; empty: the phrase names the bound
  std::string phrase;  // "with at most 2 preemptions"
  Remainder remainder = Remainder::within_limit;
  std::uint64_t pruned = 0;  // choices

  friend bool operator==(const BoundCoverage&, const BoundCoverage&) = default;
};

struct SearchCoverage {
  // The things that the search counts.
  enum class Unit : std::uint8_t {
    states,     // with a visited set
    schedules,  // without one
    classes,    // of equivalent schedules
  };
  Unit unit = Unit::schedules;
  SearchEnd end = SearchEnd::interrupted;
  bool takes_all = true;      // an exhausted search leaves nothing out by design
  bool is_random = false;     // the strategy draws schedules at random
  bool one_of_each = true;    // classes: executes one schedule of each
  bool reduced = false;       // states: with partial-order reduction
  bool has_contexts = false;  // one state of the program may count repeatedly
  // The number of states of the program, if it is known although one may count repeatedly.
  std::optional<std::uint64_t> program_states;
  std::uint64_t states = 0;
  std::uint64_t executions = 0;
  std::uint64_t transitions = 0;
  std::uint64_t revisits = 0;
  // The part of these that was counted before a restart and again after it.
  std::uint64_t repeated_states = 0;
  std::uint64_t repeated_executions = 0;
  std::uint64_t pruned = 0;    // choices: by bounds, or given up by the strategy
  std::uint64_t cut = 0;       // executions, at the step limit
  std::uint64_t restarts = 0;  // of a randomized search
  std::vector<BoundCoverage> bounds;
  std::optional<double> hashed_share;  // bit-state hashing: expected share of the states
  double collision_chance = 0;         // probability that a hash collision omitted a state
  std::string guarantee;               // of a sample
  // One of several parts, counted from 1; 0: the whole search.  The foreign counts are those that
  // another shard counts as its own.
  std::uint64_t shard = 0;
  std::uint64_t shards = 0;
  std::uint64_t foreign_executions = 0;
  std::uint64_t foreign_transitions = 0;

  friend bool operator==(const SearchCoverage&, const SearchCoverage&) = default;
};

// Returns whether the search covered everything within its bounds.
bool is_covered(const SearchCoverage& coverage);

// Returns whether the search covered everything within its bounds and its shard.
bool is_shard_covered(const SearchCoverage& coverage);

// Returns whether a bound left schedules out.  Fairness does not count: it leaves out only
// schedules that starve a thread, where a thread yields.  Limits on waits do not count either: they
// belong to the model of time that the search explores.
bool is_bounded(const SearchCoverage& coverage);

// Names of the limits on waits.
inline constexpr const char* kEarlyTimeouts = "early timeouts";
inline constexpr const char* kSpuriousWakeups = "spurious wake-ups";

// Returns whether a limit on early timeouts or spurious wake-ups left choices out.
bool excludes_waits(const SearchCoverage& coverage);
// Returns whether the limit of that name did.
bool excludes_waits(const SearchCoverage& coverage, std::string_view name);

// Adds the limit on early timeouts or spurious wake-ups to the bounds if it left choices out.
void add_timeout_limit(SearchCoverage& coverage, std::uint64_t limit, std::uint64_t excluded);
void add_wakeup_limit(SearchCoverage& coverage, std::uint64_t limit, std::uint64_t excluded);

// Returns one sentence without a final stop: "all 57 schedules with at most 1 preemption were
// executed", or, with a visited set, "all 1,204 states reachable with at most 1 preemption were
// visited".  Mentions a bound only if it pruned something, and a number of states only if none
// counts twice.
std::string coverage_text(const SearchCoverage& coverage);

// Returns "hash-collision probability below 1e-9".  Empty when the probability is negligible, or
// when the coverage text already includes an estimate.
std::string omission_text(const SearchCoverage& coverage);

}  // namespace heddle
