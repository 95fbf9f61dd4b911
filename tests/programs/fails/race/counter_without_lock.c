// heddle: --races error
// expect-message: without a happens-before edge
// Two threads count; one of them forgot the mutex.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter = 0;

static void* careful(void* unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* careless(void* unused) {
  counter++;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, careful, 0);
  pthread_create(&b, 0, careless, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
