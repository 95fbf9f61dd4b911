// heddle: --races error
// expect-message: without a happens-before edge
// A message is handed over by a relaxed flag: right under sequential consistency, and a race by
// C++.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> ready{false};
int message = 0;

int main() {
  std::thread sender([] {
    message = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_acquire)) assert(message == 42);
  sender.join();
}
