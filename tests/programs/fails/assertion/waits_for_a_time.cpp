// A test sleeps a few times and hopes that the other thread is done.  It fails if each of three
// sleeps ends before the other thread does: more early timeouts than a search begins with.
// expect-message: done
// unreduced: a search with a reduction keeps the limit on early timeouts
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> done{false};
  std::thread worker([&] { done = true; });
  for (int i = 0; i < 3 && !done; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  assert(done);
  worker.join();
}
