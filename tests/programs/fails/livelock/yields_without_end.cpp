// expect-message: repeats
// Bug: the loop never looks at the flag that would end it.
#include <atomic>
#include <thread>

std::atomic<bool> stop{false};

int main() {
  std::thread server([] {
    for (;;) std::this_thread::yield();
  });
  stop = true;
  server.join();
}
