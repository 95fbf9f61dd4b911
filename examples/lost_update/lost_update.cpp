// Two tellers pay into one account.  The account is locked for each access, but not for the whole
// deposit, so one of the two payments can disappear.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  int balance() {
    std::lock_guard lock(mutex_);
    return balance_;
  }

  void set_balance(int balance) {
    std::lock_guard lock(mutex_);
    balance_ = balance;
  }

 private:
  std::mutex mutex_;
  int balance_ = 0;
};

void deposit(Account& account, int amount) { account.set_balance(account.balance() + amount); }

int main() {
  Account account;
  std::thread first([&] { deposit(account, 10); });
  std::thread second([&] { deposit(account, 20); });
  first.join();
  second.join();
  assert(account.balance() == 30);
}
