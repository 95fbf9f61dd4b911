// A poller without an end of its own sleeps between its looks at a flag.
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> done{false};
  std::thread worker([&] { done = true; });
  while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
}
