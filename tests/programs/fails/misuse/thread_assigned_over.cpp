// Bug: a second worker takes the variable of the first one, which was to be joined.
// expect-message: a std::thread was assigned to while its thread was still joinable: thread 1, created at
// expect-message: ; or thread 2, created at
#include <atomic>
#include <thread>

std::atomic<int> left{2};

void work() { --left; }

int main() {
  std::thread worker(work);
  if (left == 2) worker = std::thread(work);
  worker.join();
}
