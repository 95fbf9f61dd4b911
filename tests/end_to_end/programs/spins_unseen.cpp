// A loop that inline assembly keeps going until another thread stores.
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

namespace {
int flag = 0;
std::atomic<int> entered{0};

int load(const int* from) {
  int value = 0;
#if defined(__x86_64__)
  asm volatile("movl (%1), %0" : "=r"(value) : "r"(from) : "memory");
#else
  asm volatile("ldr %w0, [%1]" : "=r"(value) : "r"(from) : "memory");
#endif
  return value;
}

void store() {
  entered.fetch_add(1);
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  assert(entered < 3);
}
}  // namespace

int main(int argc, char** argv) {
  const bool is_alone = argc > 1 && std::strcmp(argv[1], "alone") == 0;
  std::thread other([is_alone] {
    if (!is_alone) store();
  });
  entered.fetch_add(1);
  if (argc > 1 && std::strcmp(argv[1], "wrong") == 0) entered.fetch_add(1);
  while (load(&flag) == 0) {
  }
  other.join();
}
