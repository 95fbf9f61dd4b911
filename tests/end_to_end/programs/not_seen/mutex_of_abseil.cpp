// The functions of absl::Mutex are in a library without instrumentation; its constructor is not.
#include <absl/synchronization/mutex.h>

#include <cassert>
#include <thread>

namespace {
absl::Mutex mutex;
int counter = 0;

void add() {
#ifndef UNGUARDED
  const absl::MutexLock lock(&mutex);
#endif
  ++counter;
}
}  // namespace

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(counter == 2);
}
