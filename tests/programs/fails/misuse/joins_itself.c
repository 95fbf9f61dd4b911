// expect-message: thread 1 joins itself
// The thread would wait for its own end.
#include <pthread.h>
#include <stddef.h>

static void* join_itself(void* unused) {
  (void)unused;
  pthread_join(pthread_self(), NULL);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, join_itself, NULL);
  pthread_join(thread, NULL);
  return 0;
}
