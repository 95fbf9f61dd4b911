// A one-slot buffer between two POSIX semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t empty, full;
static int slot;

static void* produce(void* unused) {
  (void)unused;
  for (int i = 1; i <= 2; ++i) {
    sem_wait(&empty);
    slot = i;
    sem_post(&full);
  }
  return NULL;
}

int main(void) {
  pthread_t producer;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 1; i <= 2; ++i) {
    sem_wait(&full);
    assert(slot == i);
    sem_post(&empty);
  }
  pthread_join(producer, NULL);
  int left = 0;
  assert(sem_getvalue(&empty, &left) == 0 && left == 1);
  sem_destroy(&empty);
  sem_destroy(&full);
  return 0;
}
