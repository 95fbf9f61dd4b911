// heddle: --points shared
// Deposits under a mutex, where the plain accesses are scheduling points as well.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int balance = 0;

void deposit(int amount, int times) {
  for (int i = 0; i < times; ++i) {
    std::lock_guard lock(mutex);
    balance += amount;
  }
}

int main() {
  std::thread first(deposit, 1, 3);
  std::thread second(deposit, 10, 3);
  first.join();
  second.join();
  assert(balance == 33);
}
