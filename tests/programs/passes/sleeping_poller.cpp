// A poller sleeps between looks; sleeping costs no real time and no schedule makes it miss the end.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> done{false};
  std::thread worker([&] {
    std::this_thread::sleep_for(std::chrono::hours(1));
    done = true;
  });
  while (!done) std::this_thread::sleep_for(std::chrono::minutes(45));
  worker.join();
  assert(done);
}
