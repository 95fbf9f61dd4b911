// Bug: the cleaner takes the pointer under the lock and clears the buffer after it may be gone.
// expect-message: written after it was freed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* buffer;

static void* release(void* unused) {
  pthread_mutex_lock(&mutex);
  free(buffer);
  buffer = NULL;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  buffer = malloc(40);
  pthread_t owner;
  pthread_create(&owner, NULL, release, NULL);
  pthread_mutex_lock(&mutex);
  char* const seen = buffer;
  pthread_mutex_unlock(&mutex);
  if (seen != NULL) memset(seen, 7, 40);
  pthread_join(owner, NULL);
}
