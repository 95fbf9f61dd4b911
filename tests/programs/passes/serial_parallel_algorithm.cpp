// A parallel algorithm of the standard library: run by one thread, which its policy allows.
#include <algorithm>
#include <cassert>
#include <execution>
#include <thread>
#include <vector>

int main() {
  std::vector<int> values = {3, 1, 2};
  std::thread other([&] { std::sort(std::execution::par, values.begin(), values.end()); });
  other.join();
  assert(values[0] == 1 && values[2] == 3);
}
