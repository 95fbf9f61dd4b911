// Bug: the balance is checked in one critical section and reduced in another.
// expect-message: balance >= 0
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int balance = 100;

int read_balance() {
  std::lock_guard lock(mutex);
  return balance;
}

void reduce(int amount) {
  std::lock_guard lock(mutex);
  balance -= amount;
  assert(balance >= 0);
}

void withdraw(int amount) {
  if (read_balance() >= amount) reduce(amount);
}

int main() {
  std::thread first(withdraw, 70);
  std::thread second(withdraw, 70);
  first.join();
  second.join();
}
