// Bug: main destroys the mutex without waiting for the thread that uses it.
// expect-message: main destroys a mutex that thread 1 holds
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int entered, left;

static void* use(void* unused) {
  (void)unused;
  if (pthread_mutex_trylock(&mutex) != 0) return NULL;
  atomic_store(&entered, 1);
  atomic_store(&left, 1);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, use, NULL);
  if (atomic_load(&entered)) pthread_mutex_destroy(&mutex);
  pthread_join(other, NULL);
  return 0;
}
