// Bug: one condition variable, two mutexes.
// expect-message: waits on a condition variable with another mutex than thread
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* wait_once(void* argument) {
  pthread_mutex_t* mutex = argument;
  pthread_mutex_lock(mutex);
  pthread_cond_wait(&changed, mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

int main(void) {
  pthread_t waiters[2];
  for (int i = 0; i < 2; ++i) pthread_create(&waiters[i], NULL, wait_once, &mutexes[i]);
  pthread_cond_broadcast(&changed);
  for (int i = 0; i < 2; ++i) pthread_join(waiters[i], NULL);
  return 0;
}
