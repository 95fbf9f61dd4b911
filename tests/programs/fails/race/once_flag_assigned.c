// heddle: --races error
// expect-message: without a happens-before edge
// Assigning the initialiser overwrites a flag that another thread may use.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void run(void) {}

static void* work(void* unused) {
  pthread_once(&once, run);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  once = PTHREAD_ONCE_INIT;
  pthread_join(thread, 0);
}
