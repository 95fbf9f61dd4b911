// Two orders of locks that can never meet, for a flag says who comes first: explored to the end,
// so nothing is told.
#include <atomic>
#include <mutex>
#include <thread>

int main() {
  std::mutex a;
  std::mutex b;
  std::atomic<bool> first_is_done{false};
  std::thread first([&] {
    {
      const std::scoped_lock outer(a);
      const std::scoped_lock inner(b);
    }
    first_is_done = true;
  });
  if (first_is_done) {
    const std::scoped_lock outer(b);
    const std::scoped_lock inner(a);
  }
  first.join();
}
