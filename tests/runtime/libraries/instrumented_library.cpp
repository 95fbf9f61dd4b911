// A library that calls the instrumentation wherever some is loaded.
#include "runtime/libraries/libraries.hpp"

extern "C" __attribute__((weak)) void __tsan_read4(void* address);

namespace heddle::native::libraries {

int instrumented_read(int* cell) {
  if (__tsan_read4 != nullptr) __tsan_read4(cell);
  return *cell;
}

}  // namespace heddle::native::libraries
