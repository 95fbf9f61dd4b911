// heddle: --max-steps 2000
// Bug: the worker raises `running` itself, possibly after main has lowered it, and never ends.
#include <atomic>
#include <thread>

int main() {
  std::atomic<bool> running{false};
  std::thread worker([&] {
    running = true;
    while (running) std::this_thread::yield();
  });
  running = false;
  worker.join();
}
