// The function of a parallel algorithm adds to a variable without synchronisation.
#include <algorithm>
#include <cassert>
#include <execution>
#include <vector>

int main() {
  const std::vector<int> numbers{1, 2, 3, 4};
  int sum = 0;
  std::for_each(std::execution::par, numbers.begin(), numbers.end(),
                [&](int number) { sum += number; });
  assert(sum == 10);
}
