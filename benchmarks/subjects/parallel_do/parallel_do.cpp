// Threads that share a loop: `parallel_do [--fixed | --bug claim|cancel] [THREADS [ITEMS]]`. claim:
// an item is done twice.  cancel: when an item fails, the caller waits for a thread that has left.
#include "parallel_do.hpp"

#include <atomic>
#include <cassert>
#include <deque>

#include "../common/arguments.hpp"

namespace {

void do_each_once(int threads, int items, Bug bug) {
  std::deque<std::atomic<int>> done(items);
  ParallelDo loop(
      items, [&](int item) { return ++done[item] > 0; }, bug);
  assert(loop.run(threads));
  for (const std::atomic<int>& times : done) assert(times == 1);
}

void fail_at_first(int threads, int items, Bug bug) {
  ParallelDo loop(
      items, [](int item) { return item > 0; }, bug);
  assert(!loop.run(threads));
}

}  // namespace

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[THREADS [ITEMS]]", {"claim", "cancel"});
  const int threads = arguments.number(2, 1);
  const int items = arguments.number(3, 1);
  arguments.end();
  const Bug bug = arguments.has_bug("claim")    ? Bug::claim
                  : arguments.has_bug("cancel") ? Bug::cancel
                                                : Bug::none;
  if (bug != Bug::cancel) do_each_once(threads, items, bug);
  if (bug != Bug::claim) fail_at_first(threads, items, bug);
}
