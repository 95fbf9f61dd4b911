#include "core/clock_vector.hpp"

#include <algorithm>

namespace heddle {

void ClockVector::tick(ThreadId thread) {
  if (counts_.size() <= index(thread)) counts_.resize(index(thread) + std::size_t{1});
  ++counts_[index(thread)];
}

void ClockVector::join(const ClockVector& other) {
  if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t i = 0; i < other.counts_.size(); ++i) {
    counts_[i] = std::max(counts_[i], other.counts_[i]);
  }
}

bool ClockVector::is_below(const ClockVector& other) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > other.at(thread_id(i))) return false;
  }
  return true;
}

}  // namespace heddle
