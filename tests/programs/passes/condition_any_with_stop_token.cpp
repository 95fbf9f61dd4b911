// A std::jthread waits for work or for being stopped, whichever comes first.
// heddle: --bound preemptions=1
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable_any changed;
  bool work = false;
  std::jthread worker([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    changed.wait(lock, stop, [&] { return work; });
  });
}
