// The last thread that is joined may race with one that was joined before, in the step in which the
// program ends.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex lock;
std::atomic<int> phase{0};
long guarded = 0;
long total = 0;

void work() {
  const std::scoped_lock held(lock);
  ++guarded;
}

int main() {
  std::thread first([] {
    work();
    phase.fetch_add(1);
  });
  std::thread second([] {
    work();
    if (phase.load() == 1 && phase.fetch_add(1) == 1) total += 5;
  });
  std::thread third([] {
    if (phase.load() == 2) ++total;
  });
  first.join();
  second.join();
  third.join();
}
