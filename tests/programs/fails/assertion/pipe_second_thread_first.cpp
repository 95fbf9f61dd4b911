// heddle: --search dfs --states memory
// Wrong: the byte of the second thread may come first.  The threads end in the same places either
// way; only the order of bytes in the pipe differs.
#include <unistd.h>

#include <cassert>
#include <cstring>
#include <thread>

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  std::thread first([&] {
    (void)!write(ends[1], "a", 1);
    (void)!write(ends[1], "b", 1);
  });
  std::thread second([&] { (void)!write(ends[1], "c", 1); });
  first.join();
  second.join();
  char bytes[4] = {};
  assert(read(ends[0], bytes, 3) == 3);
  assert(std::strcmp(bytes, "cab") != 0);
}
