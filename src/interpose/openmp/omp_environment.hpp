// The environment variables of OpenMP.
#pragma once

#include "interpose/openmp/team.hpp"

namespace heddle::native::openmp {

// The settings with which a program begins: OMP_NUM_THREADS, OMP_SCHEDULE, OMP_MAX_ACTIVE_LEVELS
// and OMP_NESTED, or defaults that are the same on every machine.
Settings initial_settings();

// Whether OMP_CANCELLATION is true.
bool cancellation_is_on();
// Ends the exploration if it is: regions cannot be cancelled.
void refuse_cancellation();

}  // namespace heddle::native::openmp
