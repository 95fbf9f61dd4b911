// Bugs: one order of the threads ends in a deadlock, another in a failed assertion.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex left;
std::mutex right;
std::atomic<int> turn{0};

int main() {
  std::thread first([] {
    const std::lock_guard one(left);
    const std::lock_guard two(right);
    turn.store(1);
  });
  std::thread second([] {
    const std::lock_guard one(right);
    const std::lock_guard two(left);
    assert(turn.load() == 1);
  });
  first.join();
  second.join();
}
