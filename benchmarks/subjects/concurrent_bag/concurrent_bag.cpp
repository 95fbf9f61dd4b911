// Threads that take from a bag with a list for each of them:
// `concurrent_bag [--fixed | --bug steal|empty] [THREADS [ITEMS]]`.  steal: an item is taken by its
// owner and by a thief.  empty: a thread is told that the bag is empty while another one adds an
// item before it takes one.
#include <atomic>
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "bag.hpp"

namespace {

// The first thread adds some and all take: everything is taken once.
void add_and_take(int threads, int items, Bug bug) {
  ConcurrentBag bag(threads, bug);
  std::atomic<int> sum{0};
  subjects::Threads workers;
  workers.start(threads, [&](int thread) {
    for (int i = 0; i < items && thread == 0; ++i) bag.add(thread, 1 << i);
    for (int i = 0; i < items; ++i) {
      if (const auto item = bag.take(thread)) sum += *item;
    }
  });
  workers.join();
  while (const auto item = bag.take(0)) sum += *item;
  assert(sum == (1 << items) - 1);
}

// The bag always has an item: the mover adds a new one before it takes the old one.
void never_empty(Bug bug) {
  constexpr int mover = 0;
  constexpr int taker = 1;
  constexpr int ended = 2;
  ConcurrentBag bag(3, bug);
  bag.add(ended, 1);
  subjects::Threads threads;
  threads.start([&] {
    bag.add(mover, 2);
    bag.take(ended);
  });
  threads.start([&] { assert(bag.take(taker)); });
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[THREADS [ITEMS]]", {"steal", "empty"});
  const int threads = arguments.number(2, 1);
  const int items = arguments.number(2, 0, 16);
  arguments.end();
  const Bug bug = arguments.has_bug("steal")   ? Bug::steal
                  : arguments.has_bug("empty") ? Bug::empty
                                               : Bug::none;
  if (bug != Bug::empty) add_and_take(threads, items, bug);
  if (bug != Bug::steal) never_empty(bug);
}
