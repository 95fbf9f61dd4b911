// Collects the progress of a search over time, in a bounded number of samples.
#pragma once

#include <vector>

#include "fleet/worker_process.hpp"
#include "report/page/page.hpp"

namespace heddle::cli {

class RateLog {
 public:
  // Keeps the sample unless the previous one is too recent.  When there are too many samples, every
  // other one is dropped and the interval doubles.
  void add(const fleet::Progress& progress);

  const std::vector<report::RateSample>& samples() const { return samples_; }

 private:
  std::vector<report::RateSample> samples_;
  double interval_ = 0;  // seconds
};

}  // namespace heddle::cli
