// When a search gives up.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace heddle {

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

struct Budget {
  std::uint64_t executions = kUnlimited;
  std::uint64_t states = kUnlimited;
  std::uint64_t transitions = kUnlimited;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

}  // namespace heddle
