// No race: an atomic flag orders `data`.  Helgrind and DRD do not know atomic operations.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<bool> ready{false};

void produce() {
  data = 42;
  ready.store(true, std::memory_order_release);
}

int main() {
  std::thread producer(produce);
  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
  const int seen = data;
  producer.join();
  return seen == 42 ? 0 : 1;
}
