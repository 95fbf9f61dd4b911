// Bug: a thread that waits on a condition is cancelled, and nothing unlocks the mutex that it took
// back.  If it was notified before, all is well.
// expect-message: exits while holding a mutex
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;

static void* wait_until_ready(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  while (!is_ready) pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_until_ready, NULL);
  pthread_mutex_lock(&mutex);
  is_ready = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(waiter);
  pthread_join(waiter, NULL);
  return 0;
}
