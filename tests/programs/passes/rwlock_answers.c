// What a read-write lock answers to those who try, who give up in time, and who hold it already.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_rwlock_t lock;

static struct timespec soon(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += 1;
  return time;
}

static void* beside_a_writer(void* unused) {
  (void)unused;
  struct timespec real = soon(CLOCK_REALTIME);
  struct timespec monotonic = soon(CLOCK_MONOTONIC);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &real) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &monotonic) == ETIMEDOUT);
  return NULL;
}

static void* beside_a_reader(void* unused) {
  (void)unused;
  struct timespec real = soon(CLOCK_REALTIME);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &real) == ETIMEDOUT);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return NULL;
}

int main(void) {
  pthread_t other;
  assert(pthread_rwlock_init(&lock, NULL) == 0);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  pthread_create(&other, NULL, beside_a_writer, NULL);
  pthread_join(other, NULL);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  pthread_create(&other, NULL, beside_a_reader, NULL);
  pthread_join(other, NULL);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
