// A thread gives back a read lock that another one holds.
// expect-message: (main holds it for reading)
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* give_back(void* unused) {
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main() {
  pthread_rwlock_rdlock(&lock);
  pthread_t thread;
  pthread_create(&thread, nullptr, give_back, nullptr);
  pthread_join(thread, nullptr);
  return 0;
}
