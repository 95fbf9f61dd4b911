// expect-message: late
// Bug: what is wrong shows only after a thread has slept twice while main looks at two variables.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

std::atomic<bool> first{false}, second{false};

int main() {
  std::thread sleeper([] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    first = true;
    std::this_thread::sleep_for(std::chrono::seconds(1));
    second = true;
  });
  while (!(first.load() && second.load())) std::this_thread::yield();
  sleeper.join();
  const bool late = true;
  assert(!late);
}
