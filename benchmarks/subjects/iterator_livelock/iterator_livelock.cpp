// A list that is read while it changes:
// `iterator_livelock [--fixed | --bug restart|stuck|torn] [CHANGES]`.  restart: the writer changes
// the list until the reader is done, and the reader begins again after each change.  stuck: the
// reader waits for the end of a change that has ended.  torn: it reads something half changed.
#include <atomic>
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "watched_list.hpp"

namespace {

// The writer keeps the list busy until it was read once.
void change_until_read(Bug bug) {
  WatchedList list(bug);
  list.add(1);
  list.add(2);
  std::atomic<bool> was_read{false};
  subjects::Threads threads;
  threads.start([&] {
    while (!was_read) list.exchange(0, 1);
  });
  threads.start([&] {
    assert(list.sum() == 3);
    was_read = true;
  });
}

// One element, and more than one removal.
void remove_and_read(int changes, Bug bug) {
  WatchedList list(bug);
  list.add(1);
  subjects::Threads threads;
  threads.start([&] {
    for (int i = 0; i < changes; ++i) list.remove_last();
  });
  threads.start([&] {
    const int sum = list.sum();
    assert(sum == 0 || sum == 1);
  });
}

void exchange_and_read(int changes, Bug bug) {
  WatchedList list(bug);
  list.add(1);
  list.add(2);
  subjects::Threads threads;
  threads.start([&] {
    for (int i = 0; i < changes; ++i) list.exchange(0, 1);
  });
  threads.start([&] { assert(list.sum() == 3); });
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[CHANGES]", {"restart", "stuck", "torn"});
  const int changes = arguments.number(2);
  arguments.end();
  const bool fixed = arguments.fixed();
  if (arguments.has_bug("restart")) change_until_read(Bug::restart);
  if (fixed) change_until_read(Bug::none);
  if (arguments.has_bug("stuck")) remove_and_read(changes, Bug::stuck);
  if (fixed) remove_and_read(changes, Bug::none);
  if (arguments.has_bug("torn")) exchange_and_read(changes, Bug::torn);
  if (fixed) exchange_and_read(changes, Bug::none);
}
