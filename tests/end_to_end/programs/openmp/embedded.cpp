// Regions before, in and after an exploration: the library of the compiler executes the others.
#include <omp.h>

#include <cstdio>

#include "heddle/heddle.hpp"

namespace {

int sum(int a, int b, int c, int d, int e, int f, int g, int h) {
  int total = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    total += a + b + c + d + e + f + g + h;
#pragma omp barrier
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; ++i) {
#pragma omp atomic
      total += 100;
    }
  }
  return total;
}

}  // namespace

int main() {
  const int before = sum(1, 1, 1, 1, 1, 1, 1, 1);
  const heddle::Result result = heddle::explore([] {
    int count = 0;
#pragma omp parallel num_threads(2)
    ++count;
    heddle::assert_that(count == 2);
  });
  const int after = sum(1, 1, 1, 1, 1, 1, 1, 1);
  std::printf("%d %d %d\n", before, result.found_error() ? 1 : 0, after);
}
