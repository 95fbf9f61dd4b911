// heddle: --search dfs --reduce source
// The second close closes a file that another thread has opened in between.
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  const int first = open("/dev/null", O_WRONLY);
  std::thread closer([&] {
    close(first);
    close(first);
  });
  const int second = open("/etc/passwd", O_RDONLY);
  char letter = 0;
  assert(read(second, &letter, 1) == 1);
  closer.join();
}
