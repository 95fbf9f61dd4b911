// Wrong: a thread may write all its bytes before the other one reads.
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  std::thread writer([&] {
    for (int i = 0; i < 4; ++i) (void)!write(ends[1], "x", 1);
  });
  char bytes[8];
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const bool is_full = read(ends[0], bytes, sizeof bytes) == 4;
  writer.join();
  assert(!is_full);
}
