// Counts the states of the program in a search whose visited set distinguishes them by context:
// the last thread under a preemption bound (see PathAnalysis::context).
#pragma once

#include <cstdint>

#include "search/state/visited_set.hpp"

namespace heddle::search {

class ProgramStates {
 public:
  void add(const Fingerprint& state) { seen_.insert(state, {}); }
  // A failed state has no fingerprint; each arrival counts.
  void add_failed() { ++failed_; }
  void clear() { *this = {}; }
  std::uint64_t size() const { return seen_.size() + failed_; }

 private:
  VisitedSet seen_;
  std::uint64_t failed_ = 0;
};

}  // namespace heddle::search
