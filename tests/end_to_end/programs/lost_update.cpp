// Bug: a counter is loaded and stored in two steps.  The program prints the order in which the
// threads come by.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

std::atomic<int> counter{0};
std::atomic<int> next{0};
char order[] = "...\n";

void increment(char name) {
  const int before = counter.load();
  order[next.fetch_add(1)] = name;
  counter.store(before + 1);
}

int main() {
  std::thread first(increment, 'a');
  std::thread second(increment, 'b');
  std::thread third(increment, 'c');
  first.join();
  second.join();
  third.join();
  std::fputs(order, stdout);
  assert(counter == 3);
}
