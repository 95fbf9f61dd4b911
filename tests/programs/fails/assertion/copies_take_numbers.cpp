// heddle: --search dfs --reduce source
// Which of two copies gets the smaller number depends on the schedule.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  int copy = -1;
  std::thread copier([&] { copy = fcntl(STDOUT_FILENO, F_DUPFD, 0); });
  char path[] = "/tmp/copies_take_numbers_XXXXXX";
  const int file = mkstemp(path);
  copier.join();
  assert(copy < file);
}
