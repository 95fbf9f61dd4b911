// Bug: the early return keeps the semaphore's permit.
#include <atomic>
#include <semaphore>
#include <thread>

std::binary_semaphore permit(1);
std::atomic<bool> cancelled{false};

void work() {
  permit.acquire();
  if (cancelled) return;
  permit.release();
}

int main() {
  std::thread first(work);
  std::thread second(work);
  cancelled = true;
  first.join();
  second.join();
}
