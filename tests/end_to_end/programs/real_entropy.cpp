// Not deterministic: real randomness decides which operations a thread performs.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> counter{0};

void work() {
  unsigned int bits = 0;
  const int file = open("/dev/urandom", O_RDONLY);
  if (read(file, &bits, sizeof bits) != sizeof bits) return;
  close(file);
  for (int i = 0; i < 32; ++i) {
    if ((bits >> i & 1U) != 0) {
      counter.fetch_add(1);
    } else {
      counter.store(i);
    }
  }
}

int main() {
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}
