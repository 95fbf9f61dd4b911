// heddle: --races error
// expect-message: without a happens-before edge
// The condition variable is initialised when another thread may already notify it.
#include <pthread.h>

static pthread_cond_t condition;

static void* work(void* unused) {
  pthread_cond_signal(&condition);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_cond_init(&condition, 0);
  pthread_join(thread, 0);
}
