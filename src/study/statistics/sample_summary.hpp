// A sample of costs in six figures.
#pragma once

#include <cstddef>
#include <vector>

namespace heddle::study {

struct Summary {
  std::size_t count = 0;
  double mean = 0;
  double minimum = 0;
  double maximum = 0;
  double deviation = 0;  // of a sample: divided by count - 1; 0 for a single value
  double median = 0;
};

// All figures are 0 for an empty sample.
Summary summarize(std::vector<double> values);

// The value below which the share `at` of the sample lies, interpolated between neighbours.
// REQUIRES: `sorted` is ascending and not empty; 0 <= at <= 1.
double quantile(const std::vector<double>& sorted, double at);

}  // namespace heddle::study
