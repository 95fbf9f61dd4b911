// The unit of distance: an estimate of the operations between two places of a program.
#pragma once

#include <cstdint>

namespace heddle::guidance {

using Cost = std::uint32_t;
inline constexpr Cost kUnreachable = 0xffffffff;
// Calls that nest calls can cost exponentially much: sums saturate here and stay reachable.
inline constexpr Cost kFarthest = kUnreachable - 1;

constexpr Cost plus(Cost left, Cost right) {
  if (left == kUnreachable || right == kUnreachable) return kUnreachable;
  const std::uint64_t sum = std::uint64_t{left} + right;
  return sum > kFarthest ? kFarthest : static_cast<Cost>(sum);
}

// The cost of one operation.  Everything else is a fraction of it, which breaks ties.
inline constexpr Cost kStep = 1024;

struct Weights {
  Cost synchronisation = kStep;
  // A plain access is a scheduling point only where threads share the memory.
  Cost access = kStep / 8;
  Cost node = 1;
  Cost call = 2;
  Cost ret = 2;
  Cost external = 16;           // a call of a function whose code is unknown
  Cost guess = kStep / 4;       // a call whose callee is one of several candidates
  Cost exception = 64 * kStep;  // exceptions are rare
};

}  // namespace heddle::guidance
