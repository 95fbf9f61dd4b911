// Bug: the handle of a thread that was joined is used once more.
// expect-message: main cancels thread 1, which is already joined
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) { return unused; }

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  pthread_cancel(worker);
  return 0;
}
