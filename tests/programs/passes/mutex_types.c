// What each type of mutex answers to its holder and to a stranger.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;

static void* stranger(void* unused) {
  (void)unused;
  assert(pthread_mutex_unlock(&checking) == EPERM);
  assert(pthread_mutex_trylock(&recursive) == EBUSY);
  assert(pthread_mutex_trylock(&adaptive) == EBUSY);
  return NULL;
}

int main(void) {
  pthread_t other;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_sec += 1;
  assert(pthread_mutex_unlock(&checking) == EPERM);
  assert(pthread_mutex_lock(&checking) == 0);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_trylock(&checking) == EBUSY);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_trylock(&recursive) == 0);
  assert(pthread_mutex_lock(&adaptive) == 0);
  assert(pthread_mutex_lock(&plain) == 0);
  assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &time) == ETIMEDOUT);
  time.tv_nsec = -1;
  assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &time) == EINVAL);
  pthread_create(&other, NULL, stranger, NULL);
  pthread_join(other, NULL);
  for (int i = 0; i < 3; ++i) assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&adaptive) == 0);
  assert(pthread_mutex_unlock(&checking) == 0);
  assert(pthread_mutex_unlock(&plain) == 0);
  assert(pthread_mutex_destroy(&plain) == 0);
  return 0;
}
