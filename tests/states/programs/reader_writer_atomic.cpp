// heddle: --points sync
// A reader-writer lock made of one atomic: the number of readers, or -1 for a writer.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> holders;
int value = 0;

int look() {
  int seen = holders.load();
  while (seen < 0 || !holders.compare_exchange_strong(seen, seen + 1)) {
    std::this_thread::yield();
    seen = holders.load();
  }
  const int result = value;
  holders.fetch_sub(1);
  return result;
}

void change(int amount) {
  int seen = 0;
  while (!holders.compare_exchange_strong(seen, -1)) {
    std::this_thread::yield();
    seen = 0;
  }
  value += amount;
  holders.store(0);
}

int main() {
  std::thread first([] { assert(look() >= 0); });
  std::thread second([] {
    change(1);
    assert(look() > 0);
  });
  std::thread third([] { change(5); });
  first.join();
  second.join();
  third.join();
}
