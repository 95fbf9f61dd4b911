// Loops in a trace: finds where the same few steps repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/trace.hpp"

namespace heddle::trace {

// Items [begin, begin + period * count) are one sequence of `period` items, `count` times.
struct Fold {
  std::size_t begin = 0;
  std::size_t period = 0;
  std::size_t count = 0;

  std::size_t end() const { return begin + period * count; }
  friend bool operator==(const Fold&, const Fold&) = default;
};

// Fewer repetitions than this are shorter to show than to explain.
inline constexpr std::size_t kFewestRepetitions = 3;
// Longer loop bodies than this are not looked for.
inline constexpr std::size_t kLongestPeriod = 64;

// The repetitions in a sequence of keys, from left to right, without overlaps; at each place the
// one that covers most, and of those the one with the shortest period.
std::vector<Fold> find_folds(std::span<const std::uint64_t> keys);

// The loops of a trace by (thread, operation, object, other thread, stack, outcome) of each step:
// what is folded reads the same, line by line.  What was printed during a step is part of it:
// iterations that print different things stay apart.  When the last iteration saw other values than
// the first, it is left out of the fold, since it tells why the loop ended.
std::vector<Fold> find_folds(const Trace& trace);

}  // namespace heddle::trace
