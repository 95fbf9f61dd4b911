// Bug: read fills the buffer before it is looked at.
#include <unistd.h>

#include <cassert>
#include <thread>

char buffer[2] = "a";

int main() {
  int ends[2];
  if (pipe(ends) != 0 || write(ends[1], "z", 1) != 1) return 0;
  std::thread reader([&ends] { assert(read(ends[0], buffer, 1) == 1); });
  const char seen = buffer[0];
  reader.join();
  assert(seen == 'a');
}
