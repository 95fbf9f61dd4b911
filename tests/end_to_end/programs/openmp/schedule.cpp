// The threads that execute the iterations of a loop with schedule(runtime), as exit status.
#include <omp.h>

int main() {
  int who[3] = {};
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 3; ++i) who[i] = omp_get_thread_num();
  return 1 + who[0] + 2 * who[1] + 4 * who[2];
}
