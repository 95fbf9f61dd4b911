// Producers and a consumer at a queue with two slots.  Whatever the schedule: what was put in comes
// out once, nothing else does, and what one producer put in comes out in its order.
//
// Arguments: the number of threads, 2 or 3; and "wrong" for a queue that publishes too early.
#include "ring_queue.hpp"

#include <cassert>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

// A producer's values are its number times ten, plus 1, 2, ...
struct Producer {
  int number = 0;
  int wanted = 0;
  int accepted = 0;
};

template <typename Queue>
void produce(Queue& queue, Producer& by) {
  for (int i = 1; i <= by.wanted; ++i) {
    if (!queue.push(10 * by.number + i)) return;
    by.accepted = i;
  }
}

template <typename Queue>
void consume(Queue& queue, int times, std::vector<int>& into) {
  for (int i = 0; i < times; ++i) {
    int value = 0;
    if (queue.pop(value)) into.push_back(value);
  }
}

// Of one producer, in the order in which they came out: 1, 2, ... and no more.
void check(const Producer& by, const std::vector<int>& out) {
  int expected = 1;
  for (const int value : out) {
    if (value / 10 == by.number) assert(value % 10 == expected++);
  }
  assert(expected == by.accepted + 1);
}

template <Publish kPublish>
void test(int thread_count) {
  RingQueue<int, 2, kPublish> queue;
  std::vector<Producer> producers{{1, thread_count == 2 ? 2 : 1}};
  if (thread_count == 3) producers.push_back({2, 1});
  std::vector<int> out;
  out.reserve(4);

  std::vector<std::thread> threads;
  for (Producer& producer : producers) {
    threads.emplace_back([&] { produce(queue, producer); });
  }
  consume(queue, 2, out);
  for (std::thread& thread : threads) thread.join();
  consume(queue, 2, out);

  std::size_t accepted = 0;
  for (const Producer& producer : producers) {
    check(producer, out);
    accepted += static_cast<std::size_t>(producer.accepted);
  }
  assert(out.size() == accepted);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  argc > 2 ? test<Publish::wrong>(threads) : test<Publish::right>(threads);
}
