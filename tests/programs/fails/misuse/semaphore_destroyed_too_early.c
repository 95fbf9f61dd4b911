// Bug: main destroys the semaphore although the thread that posts has not come to it.
// expect-message: uses a destroyed semaphore
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t done;

static void* work(void* unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&done, 0, 0);
  pthread_create(&other, NULL, work, NULL);
  sem_trywait(&done);
  sem_destroy(&done);
  pthread_join(other, NULL);
  return 0;
}
