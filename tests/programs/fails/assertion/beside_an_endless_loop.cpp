// Bug: the reset may come before the increment, while a third thread loops without end.
// heddle: --livelocks ignore
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> count{0};

int main() {
  std::thread looping([] {
    count = 1;
    volatile int local = 0;
    while (local == 0) {
    }
  });
  std::thread resetting([] { count = 2; });
  resetting.join();
  assert(count != 1);
  looping.join();
}
