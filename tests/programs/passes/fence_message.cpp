// Data behind a relaxed flag, ordered by fences.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int data = 0;
  std::atomic<bool> ready(false);
  std::thread writer([&] {
    data = 9;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed)) {
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(data == 9);
  }
  writer.join();
}
