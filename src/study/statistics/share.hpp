// The share of runs that found an error, and how much of it may be luck.
#pragma once

#include <cstddef>

namespace heddle::study {

struct Share {
  std::size_t found = 0;
  std::size_t total = 0;

  // 0 when there are no runs.
  double value() const;
};

struct Interval {
  double low = 0;
  double high = 1;
};

// Wilson's score interval at 95 %: unlike the normal approximation it stays within [0, 1] and says
// something about 0 of 10 and 10 of 10 as well.  All of [0, 1] when there are no runs.
Interval wilson(const Share& share);

}  // namespace heddle::study
