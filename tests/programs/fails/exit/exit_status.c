/* Bug: a C program whose two threads read and write the total in separate critical sections; it
   tells by its exit status that an amount was lost. */
// expect-message: status
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* add_five(void* unused) {
  pthread_mutex_lock(&mutex);
  int seen = total;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  total = seen + 5;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    if (pthread_create(&threads[i], NULL, add_five, NULL) != 0) return 2;
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return total == 10 ? 0 : 1;
}
