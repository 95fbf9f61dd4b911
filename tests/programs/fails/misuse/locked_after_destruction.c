// Bug: main destroys the mutex of a thread that it did not join.
// expect-message: thread 1 locks a destroyed mutex
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;

static void* use(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&other, NULL, use, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  pthread_join(other, NULL);
  return 0;
}
