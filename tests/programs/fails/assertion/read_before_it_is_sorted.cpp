// Bug: the array is read before qsort sorts it.
#include <cassert>
#include <cstdlib>
#include <thread>

int numbers[3] = {3, 1, 2};

int compare(const void* one, const void* other) {
  return *static_cast<const int*>(one) - *static_cast<const int*>(other);
}

int main() {
  std::thread sorter([] { std::qsort(numbers, 3, sizeof numbers[0], compare); });
  const int seen = numbers[0];
  sorter.join();
  assert(seen == 1);
}
