// heddle: --points sync
// The first of three threads initialises a static local; the others wait for it.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> initialisations;

int initialise(int wanted) {
  initialisations.fetch_add(1);
  return wanted;
}

int setting(int wanted) {
  static const int value = initialise(wanted);
  return value;
}

void work(int wanted) {
  const int got = setting(wanted);
  assert(setting(0) == got);
}

int main() {
  std::thread first(work, 1);
  std::thread second(work, 2);
  std::thread third(work, 3);
  first.join();
  second.join();
  third.join();
  assert(initialisations == 1);
}
