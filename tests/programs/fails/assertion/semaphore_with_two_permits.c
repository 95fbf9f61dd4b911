// Bug: a semaphore is meant to let one thread in, and lets two.
// heddle: --points all
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t semaphore;
static int inside;

static void* enter(void* unused) {
  sem_wait(&semaphore);
  ++inside;
  assert(inside == 1);
  --inside;
  sem_post(&semaphore);
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 2);
  pthread_create(&other, NULL, enter, NULL);
  enter(NULL);
  pthread_join(other, NULL);
  return 0;
}
