// A wake-up with bits reaches only those whose bits it shares; the other waiter stays asleep.
// A spurious wake-up would change the counts that the program asserts.
// heddle: --spurious 0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static atomic_int left[3];

static long wake(int count, unsigned bits) {
  return syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, count, NULL, NULL, bits);
}

static void* wait_for_bit(void* argument) {
  const unsigned bits = (unsigned)(uintptr_t)argument;
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, bits);
  assert(result == 0 || errno == EAGAIN);
  atomic_store(&left[bits], 1);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, wait_for_bit, (void*)1);
  pthread_create(&two, NULL, wait_for_bit, (void*)2);
  assert(wake(9, 4) == 0);
  const long woken = wake(9, 2);
  assert(woken == 0 || woken == 1);
  assert(!atomic_load(&left[1]));
  atomic_store(&word, 1);
  wake(9, 3);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
