// heddle: --races error
// expect-message: without a happens-before edge
// Filling the record with zeros overwrites its lock, which another thread may hold.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

static struct {
  int value;
  pthread_rwlock_t lock;
} record = {0, PTHREAD_RWLOCK_INITIALIZER};

static void* work(void* unused) {
  pthread_rwlock_rdlock(&record.lock);
  pthread_rwlock_unlock(&record.lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  memset(&record, 0, sizeof record);
  pthread_join(thread, 0);
}
