// heddle: --races error
// expect-message: without a happens-before edge
// Placement new overwrites a mutex that another thread may hold.
#include <mutex>
#include <new>
#include <thread>

std::mutex mutex;

int main() {
  std::thread thread([] { std::scoped_lock lock(mutex); });
  new (&mutex) std::mutex;
  thread.join();
}
