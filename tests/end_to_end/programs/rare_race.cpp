// The counter is touched without its lock only if the steps of two threads alternate six times;
// with an argument, never.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex lock;
std::atomic<int> turn{0};
int counter = 0;

void walk() {
  for (int i = 1; i <= 6; ++i) turn.store(i);
}

bool has_followed() {
  for (int i = 1; i <= 6; ++i) {
    if (turn.load() != i) return false;
  }
  return true;
}

void count(bool is_careful) {
  const bool is_careless = has_followed() && !is_careful;
  if (!is_careless) lock.lock();
  ++counter;
  if (!is_careless) lock.unlock();
}

int main(int arguments, char**) {
  std::thread walker(walk);
  std::thread follower(count, arguments > 1);
  lock.lock();
  ++counter;
  lock.unlock();
  walker.join();
  follower.join();
  if (counter != 2) std::abort();
}
