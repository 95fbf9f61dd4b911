// The main thread fills 64 MiB of the heap before it creates threads, and frees them at its end.
// Says when it begins.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

std::atomic<int> sum{0};

void add() {
  for (int i = 0; i < 4; ++i) sum.fetch_add(1);
}

}  // namespace

int main() {
  std::fputs("main begins\n", stderr);
  std::vector<unsigned> heap(std::size_t{16} << 20);
  for (std::size_t i = 0; i < heap.size(); ++i) heap[i] = static_cast<unsigned>(i) * 2654435761U;
  std::thread one(add);
  std::thread other(add);
  one.join();
  other.join();
  return sum == 8 && heap[5] != 0 ? 0 : 1;
}
