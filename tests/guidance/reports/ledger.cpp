// `balance` has a lock that ThreadSanitizer does not see when ledger_lock.cpp is not instrumented.
// `audits` has none: the race on it is real.
#include <thread>

#include "ledger_lock.hpp"

alignas(64) int balance = 0;
alignas(64) int audits = 0;

void deposit() {
  acquire();
  balance += 5;
  release();
  audits = 1;
}

int main() {
  std::thread worker(deposit);
  acquire();
  balance -= 3;
  release();
  audits = 2;
  worker.join();
  return balance == 2 ? 0 : 1;
}
