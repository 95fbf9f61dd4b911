// Errors that only some schedules of an OpenMP program show.
#include <omp.h>

#include <cassert>
#include <cstring>
#include <stdexcept>

namespace {

// Two locks in two orders.
void lock_order() {
  omp_lock_t a;
  omp_lock_t b;
  omp_init_lock(&a);
  omp_init_lock(&b);
#pragma omp parallel sections
  {
#pragma omp section
    {
      omp_set_lock(&a);
      omp_set_lock(&b);
      omp_unset_lock(&b);
      omp_unset_lock(&a);
    }
#pragma omp section
    {
      omp_set_lock(&b);
      omp_set_lock(&a);
      omp_unset_lock(&a);
      omp_unset_lock(&b);
    }
  }
}

// The second loop reads elements that the first one may not have written yet.
void missing_barrier() {
  int values[2] = {};
  int copies[2] = {};
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 2; ++i) values[i] = 1;
#pragma omp for
    for (int i = 0; i < 2; ++i) copies[i] = values[1 - i];
  }
  assert(copies[0] == 1 && copies[1] == 1);
}

// Assumes that the first chunk belongs to the first thread.
void assumed_owner() {
  int owner = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 2; ++i) {
    if (i == 0) owner = omp_get_thread_num();
  }
  assert(owner == 0);
}

// Uses the result of a task without taskwait.
void missing_taskwait() {
  int result = 0;
  int copy = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(result)
    result = 1;
    copy = result;
  }
  assert(copy == 1);
}

// The second task depends on another variable than the one that it reads.
void wrong_dependence() {
  int value = 0;
  int other = 0;
  int copy = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(value) depend(out : value)
    value = 1;
#pragma omp task shared(value, copy) depend(in : other)
    copy = value;
  }
  assert(copy + other == 1);
}

// One thread waits at a barrier that the other one never reaches.
void unmatched_barrier() {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp barrier
  }
}

// The other thread holds the lock.
void foreign_unlock() {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_lock(&lock);
    if (omp_get_thread_num() == 1) omp_unset_lock(&lock);
  }
}

void thrown() {
  bool first = true;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    {
      if (first && omp_get_thread_num() == 1) throw std::runtime_error("too early");
      first = false;
    }
  }
}

}  // namespace

int main(int, char** arguments) {
  const char* const which = arguments[1];
  const auto is = [which](const char* name) { return std::strcmp(which, name) == 0; };
  if (is("lock_order")) lock_order();
  if (is("missing_barrier")) missing_barrier();
  if (is("assumed_owner")) assumed_owner();
  if (is("missing_taskwait")) missing_taskwait();
  if (is("wrong_dependence")) wrong_dependence();
  if (is("unmatched_barrier")) unmatched_barrier();
  if (is("foreign_unlock")) foreign_unlock();
  if (is("thrown")) thrown();
}
