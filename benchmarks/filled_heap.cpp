// Two threads add four numbers each to an atomic counter.  The main thread first fills a heap of
// the given number of MiB. With the argument `copy` it copies that memory three times instead, as a
// measure of time.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

namespace {

std::atomic<int> sum{0};

void add() {
  for (int i = 0; i < 4; ++i) sum.fetch_add(1);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t mebibytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 64;
  std::vector<unsigned> heap(mebibytes << 18);
  for (std::size_t i = 0; i < heap.size(); ++i) heap[i] = static_cast<unsigned>(i) * 2654435761U;
  if (argc > 2 && std::string_view(argv[2]) == "copy") {
    for (int i = 0; i < 3; ++i) {
      const std::vector<unsigned> copy(heap);
      if (std::memcmp(copy.data() + heap.size() / 2, heap.data() + heap.size() / 2, 64) != 0)
        return 1;
    }
    return 0;
  }
  std::thread one(add);
  std::thread other(add);
  one.join();
  other.join();
  return sum == 8 && heap[5] == 5 * 2654435761U ? 0 : 1;
}
