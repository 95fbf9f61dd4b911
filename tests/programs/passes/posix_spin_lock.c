// A counter under a spin lock of the C library, with one thread that only tries.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int counter;

static void* add(void* unused) {
  (void)unused;
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&other, NULL, add, NULL);
  int added = 0;
  int result = pthread_spin_trylock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == 0) {
    ++counter;
    added = 1;
    pthread_spin_unlock(&lock);
  }
  pthread_join(other, NULL);
  assert(counter == 1 + added);
  pthread_spin_destroy(&lock);
  return 0;
}
