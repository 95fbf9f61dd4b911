// A pair of words that changes as one.
#include <cassert>
#include <cstdint>
#include <thread>

#if defined(__clang__) && defined(__x86_64__)
#pragma clang diagnostic ignored "-Watomic-alignment"  // it calls libatomic there
#endif

struct alignas(16) Pair {
  std::uint64_t left;
  std::uint64_t right;
};

Pair shared{0, 0};

int main() {
  std::thread other([] {
    Pair next{1, 1};
    __atomic_store(&shared, &next, __ATOMIC_SEQ_CST);
  });
  Pair seen;
  __atomic_load(&shared, &seen, __ATOMIC_SEQ_CST);
  assert(seen.left == seen.right);
  other.join();
}
