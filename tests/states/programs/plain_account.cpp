// heddle: --points shared
// Deposits under a mutex, where the plain accesses are scheduling points as well.
#include <pthread.h>

#include <cassert>
#include <mutex>

std::mutex mutex;
int balance = 0;

void deposit(int amount) {
  for (int i = 0; i < 3; ++i) {
    std::lock_guard lock(mutex);
    balance += amount;
  }
}

void* deposit_little(void*) {
  deposit(1);
  return nullptr;
}

void* deposit_much(void*) {
  deposit(10);
  return nullptr;
}

int main() {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, nullptr, deposit_little, nullptr);
  pthread_create(&second, nullptr, deposit_much, nullptr);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
  assert(balance == 33);
}
