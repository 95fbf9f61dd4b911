// heddle: --max-steps 2000
// Bug: the poller compares for equality with a value that the counter may jump over.
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<int> finished{0};
  std::thread first([&] { finished.fetch_add(1); });
  std::thread second([&] { finished.fetch_add(1); });
  while (finished != 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  first.join();
  second.join();
}
