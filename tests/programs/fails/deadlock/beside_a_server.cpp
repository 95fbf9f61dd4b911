// Bug: two workers take two locks in opposite orders, beside a thread that never ends.
// heddle: --livelocks ignore
// expect-message: 2 threads wait for each other
#include <atomic>
#include <mutex>
#include <thread>

std::mutex left;
std::mutex right;
std::atomic<bool> stopped{false};

int main() {
  std::thread one([] {
    const std::scoped_lock a(left);
    const std::scoped_lock b(right);
  });
  std::thread two([] {
    const std::scoped_lock a(right);
    const std::scoped_lock b(left);
  });
  while (!stopped) std::this_thread::yield();
  one.join();
  two.join();
}
