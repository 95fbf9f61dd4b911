// Two readers and a writer: a reader never sees half of what the writer does.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void* read_both(void* unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t readers[2];
  for (int i = 0; i < 2; ++i) pthread_create(&readers[i], NULL, read_both, NULL);
  pthread_rwlock_wrlock(&lock);
  left = 1;
  right = 1;
  pthread_rwlock_unlock(&lock);
  for (int i = 0; i < 2; ++i) pthread_join(readers[i], NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}
