// Not deterministic: real randomness decides how often a thread synchronises.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> counter{0};

void work() {
  unsigned char byte = 0;
  const int file = open("/dev/urandom", O_RDONLY);
  if (read(file, &byte, 1) != 1) return;
  close(file);
  for (int i = 0; i < byte; ++i) counter.fetch_add(1);
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
