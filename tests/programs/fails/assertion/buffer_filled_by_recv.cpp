// Bug: recv fills the buffer before it is looked at.
#include <sys/socket.h>

#include <cassert>
#include <thread>

char buffer = 'a';

int main() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || send(ends[1], "z", 1, 0) != 1) return 0;
  std::thread reader([&ends] { assert(recv(ends[0], &buffer, 1, 0) == 1); });
  const char seen = buffer;
  reader.join();
  assert(seen == 'a');
}
