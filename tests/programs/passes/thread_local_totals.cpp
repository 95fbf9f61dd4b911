// Each thread sums into its own thread_local; a destructor publishes it when the thread ends.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int total = 0;

struct Subtotal {
  int value = 0;
  ~Subtotal() {
    std::lock_guard lock(mutex);
    total += value;
  }
};

thread_local Subtotal subtotal;

void add(int amount) {
  subtotal.value += amount;
  std::this_thread::yield();
  subtotal.value += amount;
}

int main() {
  std::thread first(add, 1);
  std::thread second(add, 10);
  first.join();
  second.join();
  assert(total == 22);
  assert(subtotal.value == 0);
}
