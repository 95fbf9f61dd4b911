// More threads than can live at once, one after the other; some of them have children of their own.
#include <cassert>
#include <thread>

int total = 0;
thread_local int fresh = 0;

int main() {
  constexpr int kThreads = 1200;
  for (int i = 0; i < kThreads; ++i) {
    std::thread worker([i] {
      assert(fresh++ == 0);
      total += 1;
      if (i % 600 == 0) std::thread([] { assert(fresh++ == 0), total += 1; }).join();
    });
    worker.join();
  }
  assert(total == kThreads + kThreads / 600);
}
