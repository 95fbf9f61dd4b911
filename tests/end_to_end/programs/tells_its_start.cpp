// Correct: adds a letter to the file that the argument names, then three threads count.  It asks the
// kernel itself: a program that Heddle sees using files is always executed again.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> counter{0};

void count() {
  counter.fetch_add(1);
  counter.fetch_add(1);
}

int main(int, char** argv) {
  const long file = syscall(SYS_openat, AT_FDCWD, argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (syscall(SYS_write, file, "s", 1) != 1) return 1;
  syscall(SYS_close, file);
  std::thread first(count);
  std::thread second(count);
  std::thread third(count);
  first.join();
  second.join();
  third.join();
}
