// Which of several waiters an alternative of a wake-up means.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace heddle {

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

// The `rank`-th set of `count` waiters (all, if there are fewer), in lexicographic order of the
// sets: for one waiter to wake, the rank is its position.
class ChosenSet {
 public:
  ChosenSet(std::uint64_t waiters, std::uint64_t count, std::uint64_t rank)
      : waiters_(waiters), wanted_(std::min(count, waiters)), rank_(rank) {}

  // Whether the next waiter is in the set.  REQUIRES: at most one call for each waiter, in order.
  bool takes_next() {
    --waiters_;
    if (wanted_ == 0) return false;
    const std::uint64_t with_this = ways_to_choose(wanted_ - 1, waiters_);
    if (rank_ >= with_this) {
      rank_ -= with_this;
      return false;
    }
    --wanted_;
    return true;
  }

 private:
  std::uint64_t waiters_;  // still to come
  std::uint64_t wanted_;   // of these
  std::uint64_t rank_;
};

}  // namespace heddle
