// What a semaphore answers to those who only try or wait for a while; both outcomes are possible.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t semaphore;

static void* post(void* unused) {
  (void)unused;
  assert(sem_post(&semaphore) == 0);
  return NULL;
}

int main(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 1;
  assert(sem_init(&semaphore, 0, 0) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&semaphore, &time) == -1 && errno == ETIMEDOUT);
  time.tv_nsec = 1000000000;
  assert(sem_timedwait(&semaphore, &time) == -1 && errno == EINVAL);
  pthread_t other;
  pthread_create(&other, NULL, post, NULL);
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_sec += 1;
  if (sem_clockwait(&semaphore, CLOCK_MONOTONIC, &time) != 0) {
    assert(errno == ETIMEDOUT);
    assert(sem_wait(&semaphore) == 0);
  }
  pthread_join(other, NULL);
  assert(sem_destroy(&semaphore) == 0);
  assert(sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  return 0;
}
