// Bug: the table has no lock.  The C++ library decides in its own code that it must grow.
// heddle: --races error
#include <thread>
#include <unordered_map>

std::unordered_map<int, int> table;

int main() {
  std::thread writer([] { table[1] = 1; });
  const auto state = table.bucket_count();
  table.reserve(50);
  writer.join();
  return state == 0 ? 1 : 0;
}
