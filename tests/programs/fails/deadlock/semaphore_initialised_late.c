// expect-message: blocked
// The semaphore is initialised when the thread that posts it exists: the post may be overwritten.
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void* post(void* unused) {
  sem_post(&ready);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, post, 0);
  sem_init(&ready, 0, 0);
  sem_wait(&ready);
  pthread_join(thread, 0);
}
