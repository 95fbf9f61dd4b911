// Two threads race for a call_once whose function locks a mutex.  Every execution fails, in the
// last step of the thread that lost the race.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
std::mutex mutex;
int winner = 0;

void call(int number) {
  std::call_once(once, [number] {
    std::lock_guard lock(mutex);
    winner = number;
  });
}

int main() {
  std::thread first([] { call(1); });
  std::thread second([] { call(2); });
  first.join();
  second.join();
  assert(winner != 1);
  assert(winner != 2);
}
