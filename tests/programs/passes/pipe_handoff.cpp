// A reader that comes first waits for the writer; a poll with a time limit may time out.
#include <poll.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  int ends[2];
  assert(pipe(ends) == 0);
  std::thread writer([&] { assert(write(ends[1], "!", 1) == 1); });
  pollfd wanted{ends[0], POLLIN, 0};
  const int ready = poll(&wanted, 1, 10);
  assert(ready == 0 || ready == 1);
  char letter = 0;
  assert(read(ends[0], &letter, 1) == 1 && letter == '!');
  writer.join();
}
