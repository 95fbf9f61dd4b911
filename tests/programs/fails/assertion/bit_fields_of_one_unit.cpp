// Two bit-fields share a memory unit: a store to one writes the other, as it was when the store
// began.  g++ announces such a store without the load of the unit.
#include <cassert>
#include <thread>

struct {
  unsigned reads : 4, writes : 4;
} counts;

int main() {
  std::thread reader([] { ++counts.reads; });
  std::thread writer([] { ++counts.writes; });
  reader.join();
  writer.join();
  assert(counts.reads == 1 && counts.writes == 1);
}
