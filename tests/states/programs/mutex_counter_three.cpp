// heddle: --points sync
// Three threads count under a mutex; everything is local to main.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  int counter = 0;
  std::vector<std::thread> threads;
  for (int amount = 1; amount <= 3; ++amount) {
    threads.emplace_back([&, amount] {
      for (int i = 0; i < 4; ++i) {
        std::lock_guard lock(mutex);
        counter += amount;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(counter == 24);
}
