// Bug: a counter is loaded and stored in two steps.  The order in which the threads come by is
// printed, and appended to the file that an argument names.
#include <fcntl.h>
#include <unistd.h>

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

int main(int argc, char** argv) {
  std::thread first(increment, 'a');
  std::thread second(increment, 'b');
  std::thread third(increment, 'c');
  first.join();
  second.join();
  third.join();
  std::fputs(order, stdout);
  if (argc == 2) {
    const int file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (write(file, order, sizeof order - 1) < 0) return 1;
    close(file);
  }
  assert(counter == 3);
}
