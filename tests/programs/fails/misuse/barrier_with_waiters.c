// Bug: the barrier is destroyed although a thread may still wait at it.
// heddle: --search dfs --order prefer-thread=1
// expect-message: main destroys a barrier on which thread 1 is blocked
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void* arrive(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&other, NULL, arrive, NULL);
  pthread_barrier_destroy(&barrier);
  pthread_join(other, NULL);
  return 0;
}
