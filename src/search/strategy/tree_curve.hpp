// Records the size of an execution tree over the executions of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::search {

class TreeCurve {
 public:
  // Takes the number of nodes after one more execution.
  void take(std::size_t nodes) {
    if (++since_ < interval_) return;
    since_ = 0;
    samples_.push_back(nodes);
    if (samples_.size() == kMostSamples) thin();
  }

  // Executions between two samples.
  std::uint64_t interval() const { return interval_; }
  // The i-th is the number of nodes after (i + 1) * interval() executions.
  const std::vector<std::uint64_t>& samples() const { return samples_; }

 private:
  static constexpr std::uint64_t kFirstInterval = 1000;
  static constexpr std::size_t kMostSamples = 512;  // even

  // Drops every other sample, so that a search of any length has a bounded number.
  void thin() {
    for (std::size_t i = 0; i < kMostSamples / 2; ++i) samples_[i] = samples_[2 * i + 1];
    samples_.resize(kMostSamples / 2);
    interval_ *= 2;
  }

  std::uint64_t interval_ = kFirstInterval;
  std::uint64_t since_ = 0;  // executions after the last sample
  std::vector<std::uint64_t> samples_;
};

}  // namespace heddle::search
