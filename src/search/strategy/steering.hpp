// Steers an execution toward an abstract schedule: a thread is held while its pending operation
// would violate a constraint that can still be satisfied.
//
// - A read of a positive constraint waits until the last write to its object is the wanted one.
// - After the wanted write, all other writes to the object wait for the read.
// - A read of a negative constraint waits while the last write is the unwanted one.
#pragma once

#include <vector>

#include "search/strategy/abstract_event.hpp"
#include "search/strategy/abstract_schedule.hpp"

namespace heddle::search {

class Steering {
 public:
  // Begins an execution.
  void begin(const AbstractSchedule& schedule);

  // Returns whether all constraints are satisfied or given up, so that no operation is held.
  bool is_over() const { return open_ == 0; }

  // Returns whether an operation with these uses would violate an open constraint.
  bool holds(const std::vector<EventUse>& uses) const;

  // Called when an operation with these uses is about to be performed, held or not.  Gives up the
  // constraints that it violates.
  void performs(const std::vector<EventUse>& uses);

  // Gives up all constraints for the rest of the execution.
  void give_up();

  // Returns the pairs of the positive constraints that are not satisfied.
  std::vector<ReadsFromPair> unsatisfied() const;

 private:
  struct Goal {
    Constraint constraint;
    bool is_open = true;
    bool is_satisfied = false;
    bool is_last = false;  // the last write to the object is that of the pair
  };

  static bool violates(const EventUse& use, const Goal& goal);
  void close(Goal& goal);

  std::vector<Goal> goals_;
  std::size_t open_ = 0;
};

}  // namespace heddle::search
