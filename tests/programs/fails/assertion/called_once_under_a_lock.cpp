// Bug: the thread that locks second finds the flag done.  It reads the flag in the step in which it
// locks, and could not have come before any step inside of the other critical section.
//
// expect-message: first_ran
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
std::once_flag once;
bool first_ran = false;

void call(bool is_first) {
  std::lock_guard guard(mutex);
  std::call_once(once, [&] { first_ran = is_first; });
}

int main() {
  std::thread first(call, true);
  std::thread second(call, false);
  first.join();
  second.join();
  assert(first_ran);
}
