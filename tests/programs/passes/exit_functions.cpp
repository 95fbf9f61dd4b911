// Functions that run at the end, in the opposite order of their registration; none of them is code
// without instrumentation.
#include <cassert>
#include <cstdlib>
#include <thread>

int stage = 0;

void last() { assert(stage++ == 2); }
void second(int status, void* argument) {
  assert(status == 0 && argument == &stage);
  assert(stage++ == 1);
}
void first() { assert(stage++ == 0); }
void never() { assert(false); }

int main() {
  std::atexit(last);
  on_exit(second, &stage);
  std::at_quick_exit(never);
  std::thread([] { std::atexit(first); }).join();
}
