// expect-message: repeats
// Bug: a server that polls for requests and knows no way to stop, although main waits for its end.
#include <atomic>
#include <thread>

std::atomic<int> request{0};
std::atomic<int> reply{0};

int main() {
  std::thread server([] {
    for (;;) {
      const int wanted = request.exchange(0);
      if (wanted != 0) reply = wanted + 1;
      std::this_thread::yield();
    }
  });
  request = 41;
  server.join();
}
