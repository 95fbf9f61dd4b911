// Bug: one thread reads an array while another sorts it.  The sort moves elements after it has
// called the comparison function, which has scheduling points of its own.
// heddle: --points all --search dfs --states memory --reduce sleep
#include <cassert>
#include <cstdlib>
#include <thread>

int numbers[2] = {2, 1};

int compare(const void* one, const void* other) {
  return *static_cast<const int*>(one) - *static_cast<const int*>(other);
}

int main() {
  std::thread sorter([] { std::qsort(numbers, 2, sizeof numbers[0], compare); });
  const int first = numbers[0];
  const int second = numbers[0];
  sorter.join();
  assert(first == second);
}
