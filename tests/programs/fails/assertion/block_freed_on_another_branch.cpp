// As block_freed_on_another_path, in breadth-first order: the short branches free the block before
// the long one uses it.  A search that continues at a state off the current path must know the
// accesses that led to it. heddle: --search bfs --states memory --points shared --races ignore
// expect-message: *block == 1
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> flag{0};
std::atomic<int> other{0};

int main() {
  int* const block = new int(0);
  std::thread writer([block] {
    *block = 1;
    other.store(1);
  });
  std::thread reader([block] {
    if (flag.load() == 0) return;
    for (int i = 0; i < 8; ++i) flag.fetch_add(1);
    assert(*block == 1);
  });
  std::thread setter([] { flag.store(1); });
  writer.join();
  reader.join();
  setter.join();
  delete block;
}
