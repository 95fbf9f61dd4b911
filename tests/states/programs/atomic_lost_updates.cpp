// heddle: --points sync
// Three threads increment by a load and a store, so that updates get lost.
#include <atomic>
#include <thread>

std::atomic<int> counter;

void work() {
  for (int i = 0; i < 3; ++i) {
    const int seen = counter.load();
    counter.store(seen + 1);
  }
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
}
