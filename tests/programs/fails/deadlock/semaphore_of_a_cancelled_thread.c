// Bug: a thread that is cancelled between its two waits takes its permit with it.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t permit, work;

static void* serve(void* unused) {
  (void)unused;
  sem_wait(&permit);
  sem_wait(&work);
  sem_post(&permit);
  return NULL;
}

int main(void) {
  sem_init(&permit, 0, 1);
  sem_init(&work, 0, 0);
  pthread_t server;
  pthread_create(&server, NULL, serve, NULL);
  pthread_cancel(server);
  pthread_join(server, NULL);
  sem_wait(&permit);
  return 0;
}
