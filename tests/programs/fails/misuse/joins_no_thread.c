// expect-message: main joins a thread that does not exist
// The handle was never set.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

int main(void) {
  pthread_t thread;
  memset(&thread, 0, sizeof thread);
  pthread_join(thread, NULL);
  return 0;
}
