// Bug: the assertion never holds.  It fails before the search has learned that p is shared, and the
// search goes on with more scheduling points: the schedule must keep its meaning.
// heddle: --keep-going
// expect-message: p == 9
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> a{0};
volatile int p = 0;
std::mutex m;

void first() {
  p = p + 1;
  const std::lock_guard lock(m);
  if (a.load() == 0) return;
}

void second() {
  for (int i = 0; i < 3; ++i) (void)a.load();
  const std::lock_guard lock(m);
  (void)p;
  a.exchange(3);
}

int main() {
  std::thread one(first);
  std::thread two(second);
  one.join();
  two.join();
  assert(p == 9);
}
