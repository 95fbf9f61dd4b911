// Producers and consumers over a buffer:
// `producer_consumer [--fixed | --bug slots|total|halt] [PRODUCERS [CONSUMERS [ITEMS]]]`, ITEMS by
// each producer.  slots: a used slot is counted outside the monitor.  total: each consumer adds to
// the common total under a lock of its own.  halt: the first producer that is done sends the
// consumers home.
#include <atomic>
#include <cassert>
#include <mutex>

#include "../common/arguments.hpp"
#include "../common/field.hpp"
#include "../common/threads.hpp"
#include "buffer.hpp"

int main(int argc, char** argv) {
  subjects::Arguments arguments(argc, argv, "[PRODUCERS [CONSUMERS [ITEMS]]]",
                                {"slots", "total", "halt"});
  const int producers = arguments.number(1);
  const int consumers = arguments.number(1, 1);
  const int items = arguments.number(4);
  arguments.end();
  const bool own_locks = arguments.has_bug("total");
  const bool halts_early = arguments.has_bug("halt");
  Buffer buffer(!arguments.has_bug("slots"));
  std::atomic<int> at_work{producers};
  subjects::Field<int> total;
  std::mutex total_lock;

  subjects::Threads threads;
  threads.start(producers, [&](int) {
    for (int i = 0; i < items; ++i) buffer.put(1);
    if (--at_work == 0 || halts_early) buffer.halt();
  });
  threads.start(consumers, [&](int) {
    std::mutex own_lock;
    while (const auto item = buffer.get()) {
      std::lock_guard lock(own_locks ? own_lock : total_lock);
      total.add(*item);
    }
  });
  threads.join();
  assert(total.get() == producers * items);
}
