// Finds the orders of steps without which a failure does not happen, by trying to undo each.
#pragma once

#include "core/order_constraint.hpp"
#include "native/native_system.hpp"
#include "worker/failed_schedule.hpp"
#include "worker/simplify_budget.hpp"

namespace heddle::worker {

// Returns the constraints of a simplified schedule; none when the limits are reached first.
// REQUIRES: the system has the context of the failed schedule.
OrderConstraints necessary_orders(native::NativeSystem& system, const FailedSchedule& failed,
                                  SimplifyBudget& budget);

}  // namespace heddle::worker
