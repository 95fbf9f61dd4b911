// heddle: --points sync
// A ring of three slots between one producer and one consumer.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

std::array<int, 3> slots;
std::atomic<unsigned> produced;
std::atomic<unsigned> consumed;

void produce() {
  for (unsigned i = 0; i < 8; ++i) {
    while (i - consumed.load() == slots.size()) std::this_thread::yield();
    slots[i % slots.size()] = static_cast<int>(i * i);
    produced.store(i + 1);
  }
}

void consume() {
  int sum = 0;
  for (unsigned i = 0; i < 8; ++i) {
    while (produced.load() == i) std::this_thread::yield();
    sum += slots[i % slots.size()];
    consumed.store(i + 1);
  }
  assert(sum == 140);
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
