// Bug: two detached workers take two locks in opposite orders; main does not wait for them.
// expect-message: 2 threads wait for each other
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex left;
std::mutex right;
std::mutex mutex;
std::condition_variable changed;
int begun = 0;

void work(std::mutex& first, std::mutex& second) {
  const std::lock_guard one(first);
  {
    const std::lock_guard lock(mutex);
    ++begun;
    changed.notify_one();
  }
  const std::lock_guard two(second);
}

int main() {
  std::thread(work, std::ref(left), std::ref(right)).detach();
  std::thread(work, std::ref(right), std::ref(left)).detach();
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return begun == 2; });
}
