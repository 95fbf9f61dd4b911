// Bug: the object with its mutex is deleted while somebody may be about to lock it.
// expect-message: of an object in freed memory
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 0;
};

int main() {
  auto* const account = new Account;
  std::thread depositor([account] {
    const std::lock_guard lock(account->mutex);
    ++account->balance;
  });
  {
    const std::lock_guard lock(account->mutex);
    ++account->balance;
  }
  delete account;
  depositor.join();
}
