// Reading and writing by the numbers of the system calls.
#include <sys/syscall.h>
#include <unistd.h>
#include <cassert>
#include <thread>
int main() {
  int ends[2];
  assert(pipe(ends) == 0);
  std::thread writer([&] { syscall(SYS_write, ends[1], "x", 1); });
  char byte = 0;
  assert(syscall(SYS_read, ends[0], &byte, 1) == 1 && byte == 'x');
  writer.join();
  syscall(SYS_write, 2, "done\n", 5);
}
