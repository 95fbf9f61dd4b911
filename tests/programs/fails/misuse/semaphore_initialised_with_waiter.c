// expect-message: initialises a semaphore on which thread 1 is blocked
// The C library forgets who waits for the semaphore: the thread would wait for ever.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void* wait_for_it(void* unused) {
  sem_wait(&ready);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, wait_for_it, 0);
  sem_init(&ready, 0, 1);
  pthread_join(thread, 0);
}
