// heddle: --livelocks ignore
// Bug: the reader expects that the server has not begun; the server does nothing but yield from
// then on.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> begun{0};

int main() {
  std::thread server([] {
    begun = 1;
    for (;;) std::this_thread::yield();
  });
  std::thread reader([] { assert(begun == 0); });
  reader.join();
  server.join();
}
