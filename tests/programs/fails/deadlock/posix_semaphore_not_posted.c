// Bug: the permit is not given back on the way out that only some schedules take.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t permits;
static int visits;

static void* visit(void* unused) {
  sem_wait(&permits);
  if (++visits == 2) return unused;
  sem_post(&permits);
  return unused;
}

int main(void) {
  pthread_t other;
  sem_init(&permits, 0, 1);
  pthread_create(&other, NULL, visit, NULL);
  if (sem_trywait(&permits) == 0) sem_post(&permits);
  visit(NULL);
  pthread_join(other, NULL);
  if (sem_trywait(&permits) != 0) sem_wait(&permits);
  return 0;
}
