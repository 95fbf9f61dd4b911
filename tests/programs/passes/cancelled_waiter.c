// A thread that waits on a condition is cancelled: it holds the mutex again when its handlers run,
// the inner one first, and whoever joins it is told.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static int handlers, values;

static void unlock(void* argument) {
  assert(argument == &mutex && handlers == 1);
  ++handlers;
  pthread_mutex_unlock(&mutex);
}

static void count(void* argument) {
  assert(argument == NULL && handlers == 0);
  ++handlers;
}

static void drop(void* value) { values += *(int*)value; }

static void* wait_for_ever(void* unused) {
  (void)unused;
  static int one = 1;
  pthread_setspecific(key, &one);
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  pthread_cleanup_push(count, NULL);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, drop);
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_ever, NULL);
  pthread_cancel(waiter);
  pthread_mutex_lock(&mutex);
  assert(handlers == 0 || handlers == 2);
  pthread_mutex_unlock(&mutex);
  void* result = NULL;
  pthread_join(waiter, &result);
  assert(result == PTHREAD_CANCELED && handlers == 2 && values == 1);
  assert(pthread_mutex_trylock(&mutex) == 0);
  return 0;
}
