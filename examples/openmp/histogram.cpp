// Counts even and odd numbers in a parallel loop.  Two iterations may increment the same count at
// the same time; compiled with -DFIXED, the increment is atomic.
#include <cassert>

int main() {
  int counts[2] = {};
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
#ifdef FIXED
#pragma omp atomic
#endif
    ++counts[i % 2];
  }
  assert(counts[0] + counts[1] == 4);
}
