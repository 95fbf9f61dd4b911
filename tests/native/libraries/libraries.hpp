// Two small shared libraries that stand in for those of an explored program.
#pragma once

namespace heddle::native::libraries {

extern int plain_global;                // initialised data
extern int plain_zero[10'000];          // zero-initialised data of several pages
extern const char* const plain_names[2];  // relocated, then read-only
int& plain_thread_local();              // starts as 31

int instrumented_read(int* cell);  // calls the instrumentation before it reads

}  // namespace heddle::native::libraries
