// Bug: a waiter was moved to another futex, and is woken at the one that it left.
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int first, second;

static void* wait_at_first(void* unused) {
  syscall(SYS_futex, &first, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_at_first, NULL);
  syscall(SYS_futex, &first, FUTEX_REQUEUE_PRIVATE, 0, (long)INT_MAX, &second, 0);
  atomic_store(&first, 1);
  syscall(SYS_futex, &first, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  pthread_join(waiter, NULL);
  return 0;
}
