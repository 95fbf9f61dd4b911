// Two threads that need two regions, and hand one over:
// `region_ownership [--fixed | --bug order|polite|early] [ROUNDS]`.  order: each has one region and
// waits for the other one.  polite: each gives its region back and tries again, in step with the
// other one.  early: a region is handed over before its owner is done with it.
#include <cassert>
#include <thread>
#include <utility>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "region.hpp"

namespace {

enum class Bug { none, order, polite, early };

struct Account {
  Region left;
  Region right;
};

void acquire_both(Account& account, int thread, Bug bug) {
  Region* first = &account.left;
  Region* second = &account.right;
  if (bug != Bug::none && thread == 1) std::swap(first, second);
  if (bug != Bug::polite) {
    first->acquire(thread);
    second->acquire(thread);
    return;
  }
  while (true) {
    first->acquire(thread);
    if (second->try_acquire(thread)) return;
    first->release();
    std::this_thread::yield();
  }
}

// Moves one from left to right; the sum stays.
void transfer(Account& account, int rounds, Bug bug) {
  subjects::Threads threads;
  threads.start(2, [&](int thread) {
    for (int i = 0; i < rounds; ++i) {
      acquire_both(account, thread, bug);
      account.left.data().add(-1);
      account.right.data().add(1);
      assert(account.left.data().get() + account.right.data().get() == 0);
      account.right.release();
      account.left.release();
    }
  });
}

// Two threads count in turns.
void take_turns(int rounds, Bug bug) {
  Region region;
  region.hand_over(0);
  subjects::Threads threads;
  threads.start(2, [&](int thread) {
    for (int i = 0; i < rounds; ++i) {
      region.receive(thread);
      if (bug == Bug::early) region.hand_over(1 - thread);
      region.data().add(1);
      if (bug != Bug::early) region.hand_over(1 - thread);
    }
  });
  threads.join();
  assert(region.data().get() == 2 * rounds);
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[ROUNDS]", {"order", "polite", "early"});
  const int rounds = arguments.number(2);
  arguments.end();
  const Bug bug = arguments.has_bug("order")    ? Bug::order
                  : arguments.has_bug("polite") ? Bug::polite
                  : arguments.has_bug("early")  ? Bug::early
                                                : Bug::none;
  if (bug != Bug::early) {
    Account account;
    transfer(account, rounds, bug);
  }
  if (bug == Bug::none || bug == Bug::early) take_turns(rounds, bug);
}
