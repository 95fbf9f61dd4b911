// Correct: adds a letter to the file that the first argument names, then three threads count.  It
// asks the kernel itself: a program that Heddle sees using files is always executed again.  With a
// second argument it computes before it starts its threads.
#include <fcntl.h>
#include <sys/syscall.h>

#include <atomic>
#include <thread>

#include "behind_the_back.hpp"

std::atomic<int> counter{0};

void count() {
  counter.fetch_add(1);
  counter.fetch_add(1);
}

volatile unsigned sum = 0;

int main(int argc, char** argv) {
  const long file = behind_the_back(SYS_openat, AT_FDCWD, reinterpret_cast<long>(argv[1]),
                                    O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (behind_the_back(SYS_write, file, reinterpret_cast<long>("s"), 1) != 1) return 1;
  behind_the_back(SYS_close, file);
  for (unsigned i = 0; argc > 2 && i < 10'000'000; ++i) sum = sum + i;
  std::thread first(count);
  std::thread second(count);
  std::thread third(count);
  first.join();
  second.join();
  third.join();
}
