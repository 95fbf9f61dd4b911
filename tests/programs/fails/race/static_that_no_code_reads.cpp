// Bug: two threads write a static variable.  No code reads it, so an optimiser deletes the writes.
// heddle: --races error
#include <thread>

static int last_writer = 0;

int main() {
  std::thread other([] { last_writer = 1; });
  last_writer = 2;
  other.join();
}
