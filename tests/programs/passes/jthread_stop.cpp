// heddle: --bound preemptions=1
// A jthread works until it is asked to stop, and joins by itself.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<bool> ended{false};
  {
    std::jthread worker([&](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      ended = true;
    });
  }
  assert(ended);
}
