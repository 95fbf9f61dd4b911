// heddle: --races error
// expect-message: without a happens-before edge
// No edge orders the post before the destruction: the waiter may time out.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void* work(void* unused) {
  sem_post(&ready);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  sem_trywait(&ready);
  sem_destroy(&ready);
  pthread_join(thread, 0);
}
