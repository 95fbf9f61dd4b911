// A thread ends in the middle of an update.  The next holder of the robust mutex goes on without
// looking at the answer.
// expect-message: first == second
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int first = 0, second = 0;

static void* update(void* stops_early) {
  pthread_mutex_lock(&mutex);
  ++first;
  if (stops_early != NULL) pthread_exit(NULL);
  ++second;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void* look(void* nothing) {
  (void)nothing;
  pthread_mutex_lock(&mutex);
  assert(first == second);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  int early = 1;
  pthread_t writer, reader;
  pthread_create(&writer, NULL, update, &early);
  pthread_create(&reader, NULL, look, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
