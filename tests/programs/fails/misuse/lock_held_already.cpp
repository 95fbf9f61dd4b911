// Bug: a public function calls another one, and both lock; the rest of the program goes on.
// expect-message: locks a mutex that it already holds: self-deadlock
#include <mutex>
#include <thread>

class Account {
 public:
  void add(int amount) {
    std::lock_guard lock(mutex_);
    balance_ += amount;
  }
  void add_interest() {
    std::lock_guard lock(mutex_);
    add(balance_ / 10);
  }

 private:
  std::mutex mutex_;
  int balance_ = 100;
};

int main() {
  Account account;
  std::thread other([&] { account.add(5); });
  account.add_interest();
  other.join();
}
