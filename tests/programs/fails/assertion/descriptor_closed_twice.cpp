// The second close closes a descriptor that another thread has created in between.
#include <sys/eventfd.h>
#include <unistd.h>

#include <cassert>
#include <thread>

int main() {
  const int first = eventfd(0, 0);
  std::thread closer([&] {
    close(first);
    close(first);
  });
  const int second = eventfd(0, 0);
  assert(eventfd_write(second, 1) == 0);
  closer.join();
}
