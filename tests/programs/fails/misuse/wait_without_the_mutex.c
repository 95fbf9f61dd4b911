// Bug: the mutex is given back before the wait instead of by it.
// expect-message: waits on a condition variable without holding its mutex
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* set_ready(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, set_ready, NULL);
  pthread_mutex_lock(&mutex);
  const int is_ready = ready;
  pthread_mutex_unlock(&mutex);
  if (!is_ready) pthread_cond_wait(&changed, &mutex);
  pthread_join(other, NULL);
  return 0;
}
