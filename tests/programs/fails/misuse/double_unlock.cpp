// Bug: the early way out unlocks a mutex, and so does what follows.
// expect-message: main unlocks a mutex that is not locked
#include <atomic>
#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  std::atomic<bool> stopped(false);
  std::thread other([&] { stopped = true; });
  mutex.lock();
  if (stopped) mutex.unlock();
  mutex.unlock();
  other.join();
}
