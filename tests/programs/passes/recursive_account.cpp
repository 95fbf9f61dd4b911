// A transfer takes the account's recursive mutex and calls methods that take it again.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  int balance() const {
    std::lock_guard lock(mutex_);
    return balance_;
  }

  bool withdraw(int amount) {
    std::lock_guard lock(mutex_);
    if (balance() < amount) return false;
    balance_ -= amount;
    return true;
  }

 private:
  mutable std::recursive_mutex mutex_;
  int balance_;
};

int main() {
  Account account(100);
  bool first_paid = false;
  bool second_paid = false;
  std::thread first([&] { first_paid = account.withdraw(70); });
  std::thread second([&] { second_paid = account.withdraw(70); });
  first.join();
  second.join();
  assert(first_paid != second_paid);
  assert(account.balance() == 30);
}
