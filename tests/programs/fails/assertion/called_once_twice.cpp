// Bug: the thread that comes second finds the flag done.  Each thread calls twice, and the second
// call reads the flag in the step in which the first one ends.
//
// expect-message: first_ran
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
bool first_ran = false;

void call(bool is_first) {
  std::call_once(once, [&] { first_ran = is_first; });
  std::call_once(once, [] {});
}

int main() {
  std::thread first(call, true);
  std::thread second(call, false);
  first.join();
  second.join();
  assert(first_ran);
}
