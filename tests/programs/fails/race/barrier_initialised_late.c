// heddle: --races error
// expect-message: without a happens-before edge
// The barrier is initialised when another thread may already wait at it.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_barrier_t barrier;

static void* work(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, 0);
}
