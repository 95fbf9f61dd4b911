// Bug: a thread closes the pipe without waiting for the one that writes to it.
// heddle: --races error
// expect-message: closes descriptor
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <thread>

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  assert(pipe(ends) == 0);
  const int log = open("/dev/null", O_WRONLY);
  std::thread writer([&] { assert(write(log, "?", 1) == 1 && write(ends[1], "!", 1) <= 1); });
  std::thread closer([&] {
    close(ends[0]);
    close(ends[1]);
  });
  writer.join();
  closer.join();
  close(log);
}
