// Bug: two spin locks, taken in two orders; the threads would spin for ever.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t one, two;

static void* use(void* unused) {
  pthread_spin_lock(&two);
  pthread_spin_lock(&one);
  pthread_spin_unlock(&one);
  pthread_spin_unlock(&two);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_spin_init(&one, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&two, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&other, NULL, use, NULL);
  pthread_spin_lock(&one);
  pthread_spin_lock(&two);
  pthread_spin_unlock(&two);
  pthread_spin_unlock(&one);
  pthread_join(other, NULL);
  return 0;
}
