// Correct, with few states: three threads count themselves, then pay in under a lock.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex mutex;
std::atomic<int> visitors{0};
int balance = 0;

void pay_in(int amount) {
  visitors.fetch_add(1);
  const std::lock_guard lock(mutex);
  balance += amount;
}

int main() {
  std::thread first(pay_in, 1);
  std::thread second(pay_in, 2);
  std::thread third(pay_in, 4);
  first.join();
  second.join();
  third.join();
}
