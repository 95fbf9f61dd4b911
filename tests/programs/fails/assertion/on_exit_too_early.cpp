// Bug: the function that on_exit registers runs while a detached thread may still work.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

std::atomic<int> jobs{0};

void check(int status, void* expected) {
  assert(status == 0);
  assert(jobs == *static_cast<int*>(expected));
}

int expected = 1;

int main() {
  on_exit(check, &expected);
  std::thread([] { ++jobs; }).detach();
}
