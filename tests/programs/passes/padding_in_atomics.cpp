// Atomics whose type has padding: the bytes between its members, and behind a long double on
// x86-64, are what the stack held before.  They are the same in every execution.
#include <atomic>
#include <cassert>
#include <thread>

struct alignas(8) Pair {
  char letter;
  int number;
};

std::atomic<Pair> pair;

void count(int number) {
  Pair before = pair.load();
  Pair after;
  do {
    after.letter = static_cast<char>(before.letter + 1);
    after.number = before.number + number;
  } while (!pair.compare_exchange_strong(before, after));
}

// clang++ calls libatomic for it.
#if !defined(__clang__)
std::atomic<long double> sum{0.0L};

void add(long double value) {
  long double before = sum.load();
  while (!sum.compare_exchange_weak(before, before + value)) {
  }
}
#else
int sum = 3;
void add(long double) {}
#endif

int main() {
  std::thread first([] {
    add(1.0L);
    count(1);
  });
  std::thread second([] {
    add(2.0L);
    count(2);
  });
  first.join();
  second.join();
  assert(sum == 3.0L);
  assert(pair.load().letter == 2 && pair.load().number == 3);
}
