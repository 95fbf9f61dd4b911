// heddle: --points shared
// Two threads increment a plain variable; updates get lost.
#include <thread>

int counter = 0;

[[gnu::noinline]] void increment() { ++counter; }

void work() {
  for (int i = 0; i < 3; ++i) increment();
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
