// A condition variable that counts by the monotonic clock: woken, or after its time and not before.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready;
static int is_ready;

static void* make_ready(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&ready, &attributes);
  pthread_condattr_destroy(&attributes);
  struct timespec deadline, now;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 5;
  pthread_t other;
  pthread_create(&other, NULL, make_ready, NULL);
  pthread_mutex_lock(&mutex);
  int error = 0;
  while (!is_ready && error == 0) error = pthread_cond_timedwait(&ready, &mutex, &deadline);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(error == 0 || (error == ETIMEDOUT && now.tv_sec >= deadline.tv_sec));
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
  pthread_cond_destroy(&ready);
  return 0;
}
