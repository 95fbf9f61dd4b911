// heddle: --races error
// expect-message: without a happens-before edge
// The mutex is initialised when another thread may already hold it.
#include <pthread.h>

static pthread_mutex_t mutex;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_init(&mutex, 0);
  pthread_join(thread, 0);
}
