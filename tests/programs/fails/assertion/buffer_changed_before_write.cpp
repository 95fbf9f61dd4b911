// Bug: write sends what the other thread has put into the buffer.
#include <unistd.h>

#include <cassert>
#include <thread>

char buffer = 'a';

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  std::thread writer([] { buffer = 'b'; });
  assert(write(ends[1], &buffer, 1) == 1);
  writer.join();
  char sent = 0;
  assert(read(ends[0], &sent, 1) == 1);
  assert(sent == 'a');
}
