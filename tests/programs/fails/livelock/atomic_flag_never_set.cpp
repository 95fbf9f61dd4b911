// expect-message: repeats
// Bug: the worker reports what it has done in one flag, main waits for another.
#include <atomic>
#include <thread>

std::atomic<bool> started{false};
std::atomic<bool> finished{false};

int main() {
  std::thread worker([] { started = true; });
  while (!finished) {
  }
  worker.join();
}
