// Bit-fields of all sizes, with a lock: none of the stores to them is lost.
#include <cassert>
#include <mutex>
#include <thread>

struct __attribute__((packed)) Header {
  unsigned char kind;
  int length : 13;
  long sequence : 40;
};

struct Counts {
  unsigned low : 4, high : 4, middle : 9, wide : 20;
  bool is_full : 1;
};

std::mutex mutex;
Counts counts;
Header header;

void count(unsigned times) {
  const std::lock_guard lock(mutex);
  counts.low += times;
  counts.high = counts.low;
  counts.middle += 2 * times;
  counts.wide += 1000;
  counts.is_full = true;
  header.length += 3;
  header.sequence += 1L << 33;
}

int main() {
  std::thread other([] { count(1); });
  count(1);
  other.join();
  assert(counts.low == 2 && counts.high == 2 && counts.middle == 4 && counts.wide == 2000);
  assert(counts.is_full && header.length == 6 && header.sequence == 1L << 34);
}
