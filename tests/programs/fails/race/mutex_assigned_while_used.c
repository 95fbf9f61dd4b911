// heddle: --races error
// expect-message: without a happens-before edge
// Assigning the initialiser overwrites a mutex that another thread may hold.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_join(thread, 0);
}
