// Limits the work on a readable form of an error.  Counts of steps and executions limit it first,
// so that one seed has one result.  Time is an additional limit, and reaching it is noted.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

#include "core/budget.hpp"
#include "worker/auxiliary.hpp"

namespace heddle::worker {

class SimplifyBudget {
 public:
  using Clock = Auxiliary::Clock;

  // Begins now.  Keeps a reference to the auxiliary budget, which also applies.  `time`: absent, no
  // further limit.  `stop`: set to end the work.
  SimplifyBudget(const Auxiliary& auxiliary, std::optional<std::chrono::milliseconds> time,
                 const std::atomic<bool>& stop)
      : auxiliary_(auxiliary), stop_(stop), deadline_(auxiliary.left().deadline) {
    if (time) deadline_ = std::min(deadline_, Clock::now() + *time);
  }

  // Returns whether the work may go on, and notes if not.
  bool has_time() {
    is_cut_ = is_cut_ || Clock::now() >= deadline_ || stop_.load(std::memory_order_relaxed);
    return !is_cut_;
  }
  // Returns whether time or the user ended the work.
  bool is_cut() const { return is_cut_; }

  Budget left() const {
    Budget left = auxiliary_.left();
    left.deadline = deadline_;
    return left;
  }
  const std::atomic<bool>* stop() const { return &stop_; }

 private:
  const Auxiliary& auxiliary_;
  const std::atomic<bool>& stop_;
  Clock::time_point deadline_;
  bool is_cut_ = false;
};

}  // namespace heddle::worker
