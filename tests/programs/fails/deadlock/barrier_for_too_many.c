// Bug: a worker that was stopped does not come to the barrier, where main waits for it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int stopped;

static void* work(void* unused) {
  if (!atomic_load(&stopped)) pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t worker;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&worker, NULL, work, NULL);
  atomic_store(&stopped, 1);
  pthread_barrier_wait(&barrier);
  pthread_join(worker, NULL);
  return 0;
}
