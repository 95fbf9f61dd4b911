// The pthread keys that exist in the C library when an exploration begins.  The World adopts them.
#pragma once

#include <pthread.h>

namespace heddle::native {

void note_real_key(pthread_key_t key, void (*destructor)(void*));
void forget_real_key(pthread_key_t key);

// Copies the keys into the World.  The main thread's values follow when it is born; see
// adopt_main_values.
void adopt_real_keys();

// Gives the main thread of an execution the values that it had when the exploration began.
// REQUIRES: the current thread is the main thread.
void adopt_main_values();

}  // namespace heddle::native
