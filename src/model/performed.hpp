// A step of a model program with what it accessed, by which executions are compared.
#pragma once

#include "core/decision.hpp"
#include "model/model_system.hpp"
#include "model/trace_key.hpp"

namespace heddle::model {

// Takes the step.  What it accessed follows from what it did: an exchange that left its cell as it
// was only read it, and readers of a lock commute.
Performed take(ModelSystem& system, Decision decision);

}  // namespace heddle::model
