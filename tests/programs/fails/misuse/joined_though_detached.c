// Bug: a detached thread is joined.
// expect-message: main joins thread 1, which is detached
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_detach(worker);
  pthread_join(worker, NULL);
  return 0;
}
