// heddle: --livelocks ignore
// A server that never ends is right where that is what it is for: its loop of states is explored.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> request{0};
std::atomic<int> reply{0};

int main() {
  std::thread server([] {
    for (;;) {
      const int wanted = request.exchange(0);
      if (wanted != 0) reply = wanted + 1;
      assert(reply == 0 || reply == 42);
      std::this_thread::yield();
    }
  });
  request = 41;
  server.join();
}
