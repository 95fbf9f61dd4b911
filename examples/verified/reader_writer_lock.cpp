// Writers change two numbers that must stay equal; readers look at both.  Whatever the schedule:
// nobody sees them differ, no change is lost, and nobody waits for ever.
//
// Arguments: the number of threads, 2 or 3; and "wrong" for a lock that looks first and takes then.
#include "reader_writer_lock.hpp"

#include <cassert>
#include <cstdlib>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace {

template <Taking kTaking>
struct Account {
  ReaderWriterLock<kTaking> lock;
  int deposits = 0;
  int balance = 0;

  void deposit() {
    const std::lock_guard guard(lock);
    ++deposits;
    ++balance;
  }

  void audit() {
    const std::shared_lock guard(lock);
    assert(deposits == balance);
  }
};

template <Taking kTaking>
void test(int thread_count) {
  Account<kTaking> account;
  std::vector<std::thread> threads;
  threads.emplace_back([&] { account.deposit(); });
  if (thread_count == 3) threads.emplace_back([&] { account.audit(); });
  const int deposits = thread_count == 2 ? 2 : 1;
  if (deposits == 2) account.deposit();
  account.audit();
  for (std::thread& thread : threads) thread.join();
  assert(account.deposits == deposits && account.balance == deposits);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  argc > 2 ? test<Taking::wrong>(threads) : test<Taking::right>(threads);
}
