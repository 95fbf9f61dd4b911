// A step of a model program with its accesses, by which executions are compared.
#pragma once

#include "core/decision.hpp"
#include "model/model_system.hpp"
#include "model/trace_key.hpp"

namespace heddle::model {

// Takes the step.  Its accesses follow from its effects: an exchange that left its cell unchanged
// only read it, and readers of a lock commute.
Performed take(ModelSystem& system, Decision decision);

}  // namespace heddle::model
