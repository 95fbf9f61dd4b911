// Bug: `if` instead of `while` around the wait: another consumer takes the item between the
// notification and the wake-up.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable filled;
int items = 0;

void produce() {
  std::lock_guard lock(mutex);
  ++items;
  filled.notify_one();
}

void consume() {
  std::unique_lock lock(mutex);
  if (items == 0) filled.wait(lock);
  assert(items > 0);
  --items;
}

int main() {
  std::thread first(consume);
  std::thread second(consume);
  produce();
  produce();
  first.join();
  second.join();
}
