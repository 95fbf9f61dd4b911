// Bug: main sleeps "long enough" instead of waiting for the worker.
// expect-message: result == 1
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  std::atomic<int> result{0};
  std::thread worker([&] { result = 1; });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  assert(result == 1);
  worker.join();
}
