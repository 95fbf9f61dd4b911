// heddle: --bound preemptions=2
// Half of a sum is computed by std::async.
#include <cassert>
#include <future>
#include <numeric>
#include <vector>

int main() {
  const std::vector<int> numbers{1, 2, 3, 4, 5, 6};
  const auto middle = numbers.begin() + 3;
  auto upper =
      std::async(std::launch::async, [&] { return std::accumulate(middle, numbers.end(), 0); });
  const int lower = std::accumulate(numbers.begin(), middle, 0);
  assert(lower + upper.get() == 21);
}
