// Clang's static analyzer warns of two uses after free.  The first needs `cancelled` to become true
// between two reads, which happens; the second needs `closed` to change, which no thread does.
#include <atomic>
#include <cstdio>
#include <thread>

std::atomic<bool> cancelled{false};
std::atomic<bool> closed{false};

void cancel() { cancelled = true; }

int main() {
  std::thread canceller(cancel);
  int* ticket = new int(1);
  const bool running = !cancelled;
  if (cancelled) delete ticket;
  if (running) *ticket = 2;
  canceller.join();
  int* receipt = new int(3);
  const bool open = !closed;
  if (closed) delete receipt;
  if (open) *receipt = 4;
  return 0;
}
