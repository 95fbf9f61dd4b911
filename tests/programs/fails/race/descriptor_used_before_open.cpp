// Bug: the reader takes the number from a relaxed atomic, so nothing orders it after the opening.
// heddle: --races error
// expect-message: descriptor
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> number{-1};

int main() {
  std::thread opener([] { number.store(eventfd(1, 0), std::memory_order_relaxed); });
  eventfd_t count = 0;
  const int seen = number.load(std::memory_order_relaxed);
  if (seen >= 0) (void)eventfd_read(seen, &count);
  opener.join();
  close(number);
}
