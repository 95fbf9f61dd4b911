// Not deterministic: the processor's own clock decides which operations a thread performs.
#include <atomic>
#include <thread>

std::atomic<int> counter{0};

unsigned ticks() {
#if defined(__x86_64__)
  return static_cast<unsigned>(__builtin_ia32_rdtsc());
#else
  unsigned long count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return static_cast<unsigned>(count);
#endif
}

void work() {
  const unsigned bits = ticks() * 2654435761U;
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
