// No race: two fences order `data`.  ThreadSanitizer ignores fences.
#include <atomic>
#include <thread>

int data = 0;
std::atomic<bool> ready{false};

void produce() {
  data = 42;
  std::atomic_thread_fence(std::memory_order_release);
  ready.store(true, std::memory_order_relaxed);
}

int main() {
  std::thread producer(produce);
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_acquire);
  const int seen = data;
  producer.join();
  return seen == 42 ? 0 : 1;
}
