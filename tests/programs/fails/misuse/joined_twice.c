// Bug: two owners of one handle, each of whom joins.
// expect-message: joins thread 1, which is already joined
#include <pthread.h>
#include <stddef.h>

static pthread_t worker;

static void* work(void* unused) { return unused; }
static void* join_it(void* unused) {
  pthread_join(worker, NULL);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&other, NULL, join_it, NULL);
  pthread_join(worker, NULL);
  pthread_join(other, NULL);
  return 0;
}
