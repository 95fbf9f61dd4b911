// Finds loops in a trace: sequences of a few steps that repeat.
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

// Fewer repetitions than this are shorter to print than to explain.
inline constexpr std::size_t kFewestRepetitions = 3;
// Longer loop bodies are not detected.
inline constexpr std::size_t kLongestPeriod = 64;

// Finds the repetitions in a sequence of keys, from left to right, without overlaps.  At each
// position it chooses the longest one, and among these the one with the shortest period.
std::vector<Fold> find_folds(std::span<const std::uint64_t> keys);

// Finds the loops of a trace.  Steps are equal if thread, operation, object, other thread, stack
// and outcome are equal, so all folded iterations print the same lines.
// Output printed during a step is part of it: iterations that print different text are not folded.
// If the last iteration saw other values than the first, it is not folded, since it shows why the
// loop ended.
std::vector<Fold> find_folds(const Trace& trace);

}  // namespace heddle::trace
