// Bug: whoever is last gives the spin lock back, although another thread may hold it.
// expect-message: unlocks a spin lock that
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;

static void* use(void* unused) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&other, NULL, use, NULL);
  pthread_spin_trylock(&lock);
  pthread_spin_unlock(&lock);
  pthread_join(other, NULL);
  return 0;
}
