// heddle: --points shared
// Three threads increment a plain variable; updates get lost.
#include <thread>

int counter = 0;

[[gnu::noinline]] void increment() { ++counter; }

void work() {
  increment();
  increment();
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
}
