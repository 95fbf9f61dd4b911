// A race that a search with stored states misses: the second store to `ready` ends the release
// sequence and changes no memory.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<int> ready{0};
std::atomic<int> relay{0};
int seen = 0;

void produce() {
  data = 1;
  ready.store(1, std::memory_order_release);
  for (int i = 1; i <= 40; ++i) relay.store(i, std::memory_order_relaxed);
}

void repeat() {
  if (relay.load(std::memory_order_relaxed) == 20) ready.store(1, std::memory_order_relaxed);
}

void consume() {
  if (ready.load(std::memory_order_acquire) == 1) seen = data;
}

int main() {
  std::thread producer(produce), repeater(repeat), consumer(consume);
  producer.join();
  repeater.join();
  consumer.join();
}
