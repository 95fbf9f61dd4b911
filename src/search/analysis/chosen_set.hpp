// Which of several waiters an alternative of a wake-up means.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/ids.hpp"

namespace heddle::search {

// Number of ways to choose k of n, as far as an alternative can name them.
constexpr std::uint64_t ways_to_choose(std::uint64_t k, std::uint64_t n) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  if (k > n) return 0;
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= std::min(k, n - k); ++i) {
    result = result * (n - i + 1) / i;
    if (result > kMost) return kMost;
  }
  return result;
}

// Appends the `rank`-th set of `count` waiters (all, if there are fewer), in lexicographic order of
// the sets: for one waiter to wake, the rank is its position.
inline void choose_waiters(std::span<const ThreadId> waiters, std::uint64_t count,
                           std::uint64_t rank, std::vector<ThreadId>& into) {
  std::uint64_t wanted = std::min<std::uint64_t>(count, waiters.size());
  for (std::size_t i = 0; i < waiters.size() && wanted > 0; ++i) {
    const std::uint64_t with_this = ways_to_choose(wanted - 1, waiters.size() - i - 1);
    if (rank >= with_this) {
      rank -= with_this;
      continue;
    }
    into.push_back(waiters[i]);
    --wanted;
  }
}

}  // namespace heddle::search
