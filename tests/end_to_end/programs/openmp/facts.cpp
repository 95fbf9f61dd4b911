// Checks the answers of OpenMP's functions under every schedule.
#include <omp.h>

#include <cassert>

namespace {

void outside() {
  assert(omp_get_thread_num() == 0 && omp_get_num_threads() == 1 && omp_in_parallel() == 0);
  assert(omp_get_level() == 0 && omp_get_team_size(0) == 1 && omp_get_team_size(1) == -1);
  const double before = omp_get_wtime();
  assert(omp_get_wtime() >= before && omp_get_wtick() > 0);
}

// A region inside another one has one thread, unless the program asks for more.
void inside() {
  omp_set_num_threads(2);
  assert(omp_get_max_threads() == 2);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    assert(omp_in_parallel() == 1 && omp_get_num_threads() == 2 && omp_get_level() == 1);
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) reduction(+ : members)
    {
      assert(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && omp_get_level() == 2);
      assert(omp_get_active_level() == 1 && omp_get_ancestor_thread_num(1) == outer);
      ++members;
    }
    assert(omp_get_thread_num() == outer);
  }
  assert(members == 2 && omp_get_level() == 0);
}

// The end of a region orders its accesses before those of the enclosing one, where other threads
// run on.
void nested_results() {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    int result = 0;
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) result = 1;
    assert(result == 1);
  }
  omp_set_max_active_levels(1);
}

// Loops and sections outside a region belong to the calling thread.
void alone() {
  int sum = 0;
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 3; ++i) sum += i;
#pragma omp sections
  {
#pragma omp section
    sum += 10;
#pragma omp section
    sum += 20;
  }
#pragma omp single
  sum += 100;
#pragma omp parallel num_threads(1)
#pragma omp for schedule(guided, 2)
  for (long i = 5; i > 0; i -= 2) sum += 1000;
  assert(sum == 3133);
}

// A thread's own variables survive from the region to the code after it on the first thread.
int own;
#pragma omp threadprivate(own)

void private_variables() {
#pragma omp parallel num_threads(2)
  own = 1 + omp_get_thread_num();
  assert(own == 1);
}

}  // namespace

int main() {
  outside();
  inside();
  nested_results();
  alone();
  private_variables();
}
