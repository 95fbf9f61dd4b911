// Seeded randomness that means the same on every machine and with every standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle {

// xoshiro256** seeded through splitmix64 (both by Blackman and Vigna, public domain algorithms).  A
// value type: copying it copies the stream.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next();

  // Uniform in [0, n), unbiased.  REQUIRES: n > 0.
  std::uint64_t below(std::uint64_t n);

  // Uniform in [0, 1), a multiple of 2^-53.
  double unit();

  // Fisher-Yates: every permutation equally likely.
  template <typename Sequence>
  void shuffle(Sequence& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[below(i)]);
    }
  }

  // An independent stream for a part or a member, which does not advance this one.
  Random split(std::uint64_t stream) const;

 private:
  std::uint64_t seed_;
  std::uint64_t state_[4];
};

}  // namespace heddle
