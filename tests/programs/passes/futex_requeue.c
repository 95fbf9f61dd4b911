// Waiters are moved from one futex to another: who was moved is woken there, and nobody is lost.
// A spurious wake-up would change the counts that the program asserts.
// heddle: --spurious 0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int first, second;

static void* wait_at_first(void* unused) {
  (void)unused;
  const long result = syscall(SYS_futex, &first, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  assert(result == 0 || errno == EAGAIN);
  return NULL;
}

static long move(int wake, long others, int expected) {
  return syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, wake, others, &second, expected);
}

int main(void) {
  pthread_t waiters[2];
  for (int i = 0; i < 2; ++i) pthread_create(&waiters[i], NULL, wait_at_first, NULL);
  assert(move(1, INT_MAX, 5) == -1 && errno == EAGAIN);
  const long reached = move(1, INT_MAX, 0);
  atomic_store(&first, 1);
  const long moved = reached > 1 ? reached - 1 : 0;
  const long late = syscall(SYS_futex, &first, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  assert(reached + late <= 2);
  assert(syscall(SYS_futex, &second, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0) == moved);
  for (int i = 0; i < 2; ++i) pthread_join(waiters[i], NULL);
  return 0;
}
