// heddle: --races error
// expect-message: without a happens-before edge
// The spin lock is initialised when another thread may already hold it.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_spinlock_t lock;

static void* work(void* unused) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_join(thread, 0);
}
