// heddle: --points sync
// Three threads and one std::call_once, whose function takes two steps.
#include <atomic>
#include <mutex>
#include <thread>

std::once_flag once;
std::atomic<int> setting;

void use(int wanted) {
  std::call_once(once, [&] {
    setting.store(wanted);
    setting.fetch_add(10);
  });
  setting.fetch_add(100);
}

int main() {
  std::thread first(use, 1);
  std::thread second(use, 2);
  std::thread third(use, 3);
  first.join();
  second.join();
  third.join();
}
