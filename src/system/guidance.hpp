// A sequence of program locations, and how near threads are to them: what a guided search follows
// (Rungta and Mercer, "A Meta Heuristic for Effectively Detecting Concurrency Errors").
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "system/state_view.hpp"

namespace heddle {

inline constexpr std::uint64_t kUnreachable = std::numeric_limits<std::uint32_t>::max();

class Guidance {
 public:
  virtual ~Guidance() = default;

  // The length of the sequence.
  virtual std::size_t locations() const = 0;

  // Whether the thread's pending operation is at the location with that number, from 0.
  virtual bool is_at(std::size_t location, const StateView& view,
                     const ThreadView& thread) const = 0;

  // Estimates how far the thread is from the location; kUnreachable: the thread cannot get there.
  virtual std::uint64_t distance(std::size_t location, const StateView& view,
                                 const ThreadView& thread) const = 0;
};

}  // namespace heddle
