// Threads end while they hold robust mutexes: the next holder is told, and repairs the data or
// gives the mutex up for good.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t repaired, lost, waited_for;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int account = 100;
static int steps = 0;

static void* ends_in_the_middle(void* nothing) {
  (void)nothing;
  const int answer = pthread_mutex_lock(&repaired);
  if (answer == 0) {
    account -= 30;
    return NULL;  // locked
  }
  assert(answer == EOWNERDEAD);  // the other thread of this kind
  account = 100;
  assert(pthread_mutex_consistent(&repaired) == 0);
  assert(pthread_mutex_consistent(&repaired) == EINVAL);
  assert(pthread_mutex_unlock(&repaired) == 0);
  return NULL;
}

static void* takes_two(void* nothing) {
  (void)nothing;
  assert(pthread_mutex_lock(&lost) == 0);
  assert(pthread_mutex_lock(&waited_for) == 0);
  ++steps;
  pthread_cond_signal(&changed);
  return NULL;
}

static void* waits(void* nothing) {
  (void)nothing;
  int answer = pthread_mutex_lock(&waited_for);
  while (answer == 0 && steps == 0) answer = pthread_cond_wait(&changed, &waited_for);
  assert(answer == EOWNERDEAD && steps == 1);
  assert(pthread_mutex_consistent(&waited_for) == 0);
  assert(pthread_mutex_unlock(&waited_for) == 0);
  return NULL;
}

static void run(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&repaired, &robust);
  pthread_mutex_init(&lost, &robust);
  pthread_mutexattr_settype(&robust, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&waited_for, &robust);

  run(ends_in_the_middle, ends_in_the_middle);
  assert(pthread_mutex_lock(&repaired) == 0 && account == 100);
  pthread_mutex_unlock(&repaired);

  run(takes_two, waits);
  assert(pthread_mutex_trylock(&lost) == EOWNERDEAD);
  assert(pthread_mutex_unlock(&lost) == 0);
  assert(pthread_mutex_lock(&lost) == ENOTRECOVERABLE);
  assert(pthread_mutex_trylock(&lost) == ENOTRECOVERABLE);
  assert(pthread_mutex_destroy(&lost) == 0);
  return 0;
}
