// Bug: a second worker takes the variable of the first one, which was to be joined.
// expect-message: a std::thread was assigned to while still joinable: thread 1
// expect-message: ; or thread 2, created at
#include <atomic>
#include <thread>
#include <utility>

std::atomic<int> left{2};

void work() { --left; }

[[gnu::noinline]] void replace(std::thread& worker, std::thread& other) {
  worker = std::move(other);
}

int main() {
  std::thread worker(work);
  std::thread other(work);
  if (left == 2) replace(worker, other);
  worker.join();
  other.join();
}
