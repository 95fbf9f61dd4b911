// The options of randomized backtracking and restarts.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::config {

// The length of an early jump; exhaustive: no early jumps.
enum class Jump : std::uint8_t { exhaustive, fixed, random, luby };

// The probability of going forward: a constant, or 1 - depth / divisor.
struct Ratio {
  double constant = 0.9;
  std::optional<std::uint64_t> divisor = std::nullopt;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// Details that the papers on randomized backtracking leave open (docs/papers.md).
struct BacktrackVariants {
  enum class DepthOf : std::uint8_t { transitions, states };
  enum class From : std::uint8_t { at, beyond };
  enum class Jumps : std::uint8_t { early, all };
  enum class Length : std::uint8_t { below_threshold, whole_depth, geometric };

  // Counts depth in transitions taken, or in states on the stack (one more).
  DepthOf depth = DepthOf::transitions;
  // Begins early backtracking at the threshold, or beyond it.
  From from = From::at;
  // A new state always takes its first transition: no early backtracking before it.
  bool first_exempt = false;
  // Lets only early backtracks jump, or all of them.
  Jumps jumps = Jumps::early;
  // Leaving the state itself counts as the first transition of a jump.
  bool leaving_counts = true;
  // Draws a random length from 1 to the depth below the threshold, from 1 to the whole depth, or
  // geometrically with mean 2.
  Length length = Length::below_threshold;
  // Jumps stop at the threshold, so that nothing above it stays unexplored.
  bool clip = true;
  // Offers the lost transitions of a state again when the search revisits it.
  bool reopen_partial = true;
  // Backtracking from a visited state is a jump.
  bool revisits_jump = false;

  friend bool operator==(const BacktrackVariants&, const BacktrackVariants&) = default;
};

struct Backtrack {
  Jump jump = Jump::exhaustive;
  std::optional<std::uint64_t> threshold = std::nullopt;  // absent: automatic
  Ratio ratio = {};
  std::optional<Ratio> switch_ratio = std::nullopt;  // for a context switch; absent: the same
  BacktrackVariants variants = {};
  bool complete = false;     // explores pruned states after the random phase
  double return_chance = 0;  // probability of resuming a pruned state, at every early backtrack

  friend bool operator==(const Backtrack&, const Backtrack&) = default;
};

struct Restarts {
  std::uint64_t every = 0;  // states; 0: not before the search is exhausted
  bool luby = false;        // times the Luby sequence
  // Restarts a search that backtracks at random once it is exhausted and has pruned something.
  bool when_exhausted = false;
  // Not command-line options, for automatic thresholds: the number of the first round, and of the
  // rounds after which the search ends; 0: never.
  std::uint64_t first_round = 0;
  std::uint64_t rounds = 0;

  friend bool operator==(const Restarts&, const Restarts&) = default;
};

}  // namespace heddle::config
