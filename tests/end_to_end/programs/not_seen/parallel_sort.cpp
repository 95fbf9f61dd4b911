#include <algorithm>
#include <cassert>
#include <execution>
#include <vector>

int main() {
  std::vector<int> numbers{3, 1, 2};
  std::sort(std::execution::par, numbers.begin(), numbers.end());
  assert(numbers.front() == 1);
}
