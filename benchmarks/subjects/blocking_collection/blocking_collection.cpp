// Takers that wait for items until there will be no more:
// `blocking_collection [--fixed | --bug one_wakeup|unlocked_complete|late_add] [TAKERS [ITEMS]]`.
// one_wakeup and unlocked_complete: a taker misses the completion and waits for ever.  late_add: an
// item was accepted and nobody takes it.
#include <atomic>
#include <cassert>

#include "../common/arguments.hpp"
#include "../common/threads.hpp"
#include "collection.hpp"

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[TAKERS [ITEMS]]",
                                {"one_wakeup", "unlocked_complete", "late_add"});
  const int takers = arguments.number(2, 1);
  const int items = arguments.number(2);
  arguments.end();
  const Bug bug = arguments.has_bug("one_wakeup")          ? Bug::one_wakeup
                  : arguments.has_bug("unlocked_complete") ? Bug::unlocked_complete
                  : arguments.has_bug("late_add")          ? Bug::late_add
                                                           : Bug::none;
  BlockingCollection collection(bug);
  std::atomic<int> accepted{0};
  std::atomic<int> taken{0};
  subjects::Threads threads;
  threads.start(takers, [&](int) {
    while (collection.take()) ++taken;
  });
  threads.start([&] {
    for (int i = 0; i < items; ++i) {
      if (collection.add(i)) ++accepted;
    }
  });
  collection.complete();
  threads.join();
  assert(taken == accepted);
}
