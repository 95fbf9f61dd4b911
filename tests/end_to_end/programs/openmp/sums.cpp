// Sums up the numbers from 0 to 3 in one of several ways, of which "plain" is a data race.
#include <omp.h>

#include <cassert>
#include <cstring>

namespace {

int plain() {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) sum += i;
  return sum;
}

int reduction() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; ++i) sum += i;
  return sum;
}

int atomically() {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
#pragma omp atomic
    sum += i;
  }
  return sum;
}

// No instruction adds these atomically, so the compiler calls the library.
int wide() {
  long double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
#pragma omp atomic
    sum += i;
  }
  return static_cast<int>(sum);
}

int floating() {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
#pragma omp atomic
    sum += i;
  }
  double product = 1;
#pragma omp parallel for reduction(* : product)
  for (int i = 1; i < 4; ++i) product *= i;
  return product == 6 ? static_cast<int>(sum) : -1;
}

// The atomic update of one thread and the plain read of another are a data race.
int read_plainly() {
  double sum = 0;
  double seen = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp atomic
      sum += 6;
    } else {
      seen = sum;
    }
  }
  return seen == 0 ? static_cast<int>(sum) : static_cast<int>(seen);
}

int critical() {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
#pragma omp critical
    sum += i;
  }
  return sum;
}

int locked() {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
    omp_set_lock(&lock);
    sum += i;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return sum;
}

int locked_twice() {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; ++i) {
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    sum += i;
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
  return sum;
}

int tasks() {
  int sums[4] = {};
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(sums) firstprivate(i)
      sums[i] = i;
    }
#pragma omp taskwait
    for (int i = 1; i < 4; ++i) sums[0] += sums[i];
  }
  return sums[0];
}

}  // namespace

int main(int, char** arguments) {
  const char* const which = arguments[1];
  const auto is = [which](const char* name) { return std::strcmp(which, name) == 0; };
  const int sum = is("plain")       ? plain()
                  : is("reduction") ? reduction()
                  : is("atomic")    ? atomically()
                  : is("wide")      ? wide()
                  : is("double")    ? floating()
                  : is("mixed")     ? read_plainly()
                  : is("critical")  ? critical()
                  : is("lock")      ? locked()
                  : is("nest_lock") ? locked_twice()
                  : is("tasks")     ? tasks()
                                    : -1;
  assert(sum == 6);
}
