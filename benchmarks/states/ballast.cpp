// Memory that the steps do not touch: `ballast [ROUNDS]`, built with -DBALLAST_MIB=N, owns N MiB of
// globals, filled before main, and N MiB of heap, filled in main before its three threads start.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

constexpr std::size_t kBytes = (std::size_t{BALLAST_MIB} << 20) + 1;

struct Globals {
  Globals() { std::memset(bytes, 1, sizeof bytes); }
  char bytes[kBytes];
};
Globals globals;

// What the steps touch is a whole page, however much the program owns.
struct alignas(4096) Page {
  std::atomic<int> total;
};
Page page;

void count(int rounds) {
  for (int i = 0; i < rounds; ++i) page.total.fetch_add(1);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 40;
  // Never freed: that would be a step that touches it.
  auto* const heap = static_cast<char*>(std::malloc(kBytes));
  std::memset(heap, 1, kBytes);
  std::thread a(count, rounds);
  std::thread b(count, rounds);
  std::thread c(count, rounds);
  a.join();
  b.join();
  c.join();
  return heap[kBytes - 1] == globals.bytes[kBytes - 1] ? 0 : 1;
}
