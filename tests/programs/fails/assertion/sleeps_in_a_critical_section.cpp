// Bug: the writer may enter first, and the reader, who sleeps while it holds the lock, expects that
// it does not.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int written = 0;
  std::thread reader([&] {
    std::scoped_lock lock(mutex);
    std::this_thread::sleep_for(std::chrono::microseconds(5));
    assert(written == 0);
  });
  std::thread writer([&] {
    std::scoped_lock lock(mutex);
    written = 1;
  });
  reader.join();
  writer.join();
}
