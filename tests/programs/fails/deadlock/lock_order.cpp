// Bug: two transfers take the same two mutexes in opposite orders.
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard from_lock(from.mutex);
  std::lock_guard to_lock(to.mutex);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a;
  Account b;
  std::thread first([&] { transfer(a, b, 10); });
  std::thread second([&] { transfer(b, a, 20); });
  first.join();
  second.join();
}
