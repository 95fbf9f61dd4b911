// Errors of one program in several versions; macros stand for the edits of a developer.
//   BALANCE   two threads withdraw the same money
//   LOCKS     two threads lock two mutexes in different orders
//   FIXED     the errors are repaired
//   EDITED    other lines, another lock, another thread and another access
//   RENAMED   the functions of the errors have other names
//   TOUCHED   a transfer takes and releases the second lock before it begins
//   ATOMIC    the balance is atomic and withdrawn by compare-and-exchange
#ifdef EDITED
#include <cstdio>
#include <string>

#endif
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifdef RENAMED
#define withdraw take_out
#define transfer move_money
#endif

struct Account {
  std::mutex mutex;
#ifdef ATOMIC
  std::atomic<int> balance{100};
#else
  int balance = 100;
#endif
  int paid = 0;
};

Account left;
Account right;
std::mutex log_mutex;
std::mutex paid_mutex;
int log_lines = 0;

void note() {
#ifdef EDITED
  const std::lock_guard guard(log_mutex);
  ++log_lines;
#endif
}

// A lock in the same function as those of the error.
#ifdef EDITED
#define NOTE_HERE() \
  log_mutex.lock(); \
  ++log_lines;      \
  log_mutex.unlock()
#else
#define NOTE_HERE() note()
#endif

void withdraw(Account& account) {
  NOTE_HERE();
#ifdef FIXED
  const std::lock_guard guard(account.mutex);
#endif
#ifdef ATOMIC
  int seen = account.balance.load();
  while (seen >= 100 && !account.balance.compare_exchange_weak(seen, seen - 100)) {
  }
  if (seen >= 100) {
#else
  if (account.balance >= 100) {
    account.balance -= 100;
#endif
    const std::lock_guard paid(paid_mutex);
    account.paid += 100;
  }
}

void transfer(Account& from, Account& to) {
#ifdef TOUCHED
  to.mutex.lock();
  to.mutex.unlock();
#endif
  NOTE_HERE();
  const std::lock_guard first(from.mutex);
  NOTE_HERE();
  const std::lock_guard second(to.mutex);
  from.paid += 1;
}

int main() {
#ifdef EDITED
  std::thread other(note);
#endif
#ifdef LOCKS
  std::thread a([] { transfer(left, right); });
#ifdef FIXED
  std::thread b([] { transfer(left, right); });
#else
  std::thread b([] { transfer(right, left); });
#endif
#else
  std::thread a([] { withdraw(left); });
  std::thread b([] { withdraw(left); });
#endif
  a.join();
  b.join();
#ifdef EDITED
  other.join();
#endif
#ifndef LOCKS
  assert(left.paid <= 100);
#endif
}
