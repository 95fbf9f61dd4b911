// heddle: --points sync
// Withdrawals that throw inside a critical section and are caught outside.
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex mutex;
std::atomic<int> refused;
int balance = 5;

void withdraw(int amount) {
  std::lock_guard lock(mutex);
  if (balance < amount) throw std::runtime_error("not enough money");
  balance -= amount;
}

void spend(int amount) {
  for (int i = 0; i < 3; ++i) {
    try {
      withdraw(amount);
    } catch (const std::exception&) {
      refused.fetch_add(amount);
    }
  }
}

int main() {
  std::thread first(spend, 1);
  std::thread second(spend, 2);
  first.join();
  second.join();
}
