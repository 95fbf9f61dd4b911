// The robust mutexes that threads hold.  A thread that ends gives its own up, one after the other.
#pragma once

#include "core/ids.hpp"

namespace heddle::native {

// The current thread has taken the mutex, or released it.
void note_robust_taken(ObjectId mutex);
void note_robust_released(ObjectId mutex);

// The current thread is about to end.  Each mutex is a scheduling point.
void abandon_robust_mutexes();

}  // namespace heddle::native
