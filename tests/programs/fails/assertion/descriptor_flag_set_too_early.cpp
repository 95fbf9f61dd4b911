// Bug: the flag of the descriptor is set before it is read.
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  std::thread setter([&ends] { fcntl(ends[0], F_SETFD, FD_CLOEXEC); });
  const int flags = fcntl(ends[0], F_GETFD);
  setter.join();
  assert(flags == 0);
}
