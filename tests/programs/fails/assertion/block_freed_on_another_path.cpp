// The reader uses the block only if the flag is set.  On the first path it is not set, and the
// block is freed.  On a later path the writer's access, which comes before its first operation, is
// not made again: Heddle must remember it. heddle: --search dfs --states memory --points shared
// --races ignore expect-message: *block == 1
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
    if (flag.load() == 1) assert(*block == 1);
  });
  std::thread setter([] { flag.store(1); });
  writer.join();
  reader.join();
  setter.join();
  delete block;
}
