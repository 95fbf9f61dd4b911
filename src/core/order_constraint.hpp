// An order of two steps without which a failure does not happen.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ids.hpp"

namespace heddle {

// Steps are named by their thread and their number among its steps, counted from 0.  So the same
// constraint holds or not in any schedule.
struct ThreadStep {
  ThreadId thread = kNoThread;
  std::uint64_t number = 0;

  friend bool operator==(const ThreadStep&, const ThreadStep&) = default;
};

// `earlier` is performed before `later`.  The later step may never be performed: its thread is
// blocked at it in a deadlock.
struct OrderConstraint {
  ThreadStep earlier;
  ThreadStep later;

  friend bool operator==(const OrderConstraint&, const OrderConstraint&) = default;
};

struct OrderConstraints {
  std::vector<OrderConstraint> list;  // in the order of the schedule
  // A schedule that keeps only these orders, and switches threads otherwise only where it must, was
  // executed and failed in the same way.
  bool suffice = false;

  friend bool operator==(const OrderConstraints&, const OrderConstraints&) = default;
};

}  // namespace heddle
