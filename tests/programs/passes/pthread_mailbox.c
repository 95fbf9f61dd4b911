/* A C program: two senders and one receiver around a one-slot mailbox, with plain pthreads. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int* letter;

static void* send(void* argument) {
  int* mine = malloc(sizeof *mine);
  *mine = (int)(intptr_t)argument;
  pthread_mutex_lock(&mutex);
  while (letter != NULL) pthread_cond_wait(&changed, &mutex);
  letter = mine;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static int receive(void) {
  pthread_mutex_lock(&mutex);
  while (letter == NULL) pthread_cond_wait(&changed, &mutex);
  int value = *letter;
  free(letter);
  letter = NULL;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return value;
}

int main(void) {
  pthread_t senders[2];
  for (intptr_t i = 0; i < 2; ++i) {
    int error = pthread_create(&senders[i], NULL, send, (void*)(i + 1));
    assert(error == 0);
  }
  int sum = receive() + receive();
  for (int i = 0; i < 2; ++i) pthread_join(senders[i], NULL);
  assert(sum == 3);
  return 0;
}
