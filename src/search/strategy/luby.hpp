// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (Luby, Sinclair, Zuckerman: "Optimal speedup of
// Las Vegas algorithms", 1993), one term after the other.
#pragma once

#include <cstdint>

namespace heddle::search {

class Luby {
 public:
  std::uint64_t next() {
    const std::uint64_t term = power_;
    if ((run_ & (~run_ + 1)) == power_) {
      ++run_;
      power_ = 1;
    } else {
      power_ *= 2;
    }
    return term;
  }

 private:
  // The terms are runs of powers of two; the n-th run ends with the greatest that divides n.
  std::uint64_t run_ = 1;
  std::uint64_t power_ = 1;
};

}  // namespace heddle::search
