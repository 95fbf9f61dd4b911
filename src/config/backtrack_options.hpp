// Randomized backtracking and restarts, as a user may ask for them.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::options {

// How far an early jump goes back; exhaustive: there are none.
enum class Jump : std::uint8_t { exhaustive, fixed, random, luby };

// The chance to go forward: a constant, or 1 - depth / divisor.
struct Ratio {
  double constant = 0.9;
  std::optional<std::uint64_t> divisor;

  friend bool operator==(const Ratio&, const Ratio&) = default;
};

// What the descriptions of randomized backtracking leave open.
struct BacktrackVariants {
  enum class DepthOf : std::uint8_t { transitions, states };
  enum class From : std::uint8_t { at, beyond };
  enum class Jumps : std::uint8_t { early, all };
  enum class Length : std::uint8_t { below_threshold, whole_depth, geometric };

  DepthOf depth = DepthOf::transitions;     // what depth counts
  From from = From::at;                     // where early backtracking begins: the threshold
  bool first_exempt = false;                // a fresh state is not left before its first choice
  Jumps jumps = Jumps::early;               // which backtracks jump
  bool leaving_counts = true;               // leaving a state is the first transition of a jump
  Length length = Length::below_threshold;  // from what a random length is drawn
  bool clip = true;                         // a jump stops at the threshold
  bool reopen_partial = true;               // a state reached again offers what it lost
  bool revisits_jump = false;               // turning back at a seen state is a jump

  friend bool operator==(const BacktrackVariants&, const BacktrackVariants&) = default;
};

struct Backtrack {
  Jump jump = Jump::exhaustive;
  std::optional<std::uint64_t> threshold;  // absent: chosen by random walks
  Ratio ratio;
  std::optional<Ratio> switch_ratio;  // for a switch of threads; absent: the same
  BacktrackVariants variants;
  bool adapt = false;
  bool complete = false;
  double return_chance = 0;

  friend bool operator==(const Backtrack&, const Backtrack&) = default;
};

struct Restarts {
  std::uint64_t every = 0;  // states; 0: never
  bool luby = false;        // times the Luby sequence

  friend bool operator==(const Restarts&, const Restarts&) = default;
};

}  // namespace heddle::options
