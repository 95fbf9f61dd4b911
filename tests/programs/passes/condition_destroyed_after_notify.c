// A condition variable may be destroyed as soon as everybody was notified, although the waiter has
// not yet run; here its memory is even used for something else.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting, done;

static void* wait_once(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  waiting = 1;
  while (!done) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_once, NULL);
  pthread_mutex_lock(&mutex);
  done = 1;
  if (waiting) pthread_cond_broadcast(&condition);
  pthread_cond_destroy(&condition);
  memset(&condition, 0x55, sizeof condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(waiter, NULL);
  return 0;
}
