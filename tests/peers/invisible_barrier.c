// The barrier of ThreadSanitizer's tests: it orders steps of threads and creates no happens-before
// edge, since its operations are relaxed.  The low ten bits of a barrier are the number of
// threads, the others count arrivals.
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ARRIVAL 1024U

void __tsan_testonly_barrier_init(unsigned* barrier, unsigned count) {
  __atomic_store_n(barrier, count, __ATOMIC_RELAXED);
}

void __tsan_testonly_barrier_wait(unsigned* barrier) {
  unsigned before = __atomic_fetch_add(barrier, ARRIVAL, __ATOMIC_RELAXED);
  unsigned count = before % ARRIVAL;
  unsigned end_of_phase = (before / ARRIVAL / count + 1) * count;
  if (before / ARRIVAL + 1 == end_of_phase) {
    syscall(SYS_futex, barrier, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
    return;
  }
  for (;;) {
    unsigned now = __atomic_load_n(barrier, __ATOMIC_RELAXED);
    if (now / ARRIVAL >= end_of_phase) return;
    syscall(SYS_futex, barrier, FUTEX_WAIT_PRIVATE, now, 0, 0, 0);
  }
}
