// Bug: main joins the worker while it holds the mutex that the worker needs.
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int progress = 0;
  std::thread worker([&] {
    std::lock_guard lock(mutex);
    ++progress;
  });
  std::lock_guard lock(mutex);
  if (progress == 0) worker.join();
  if (worker.joinable()) worker.detach();
}
