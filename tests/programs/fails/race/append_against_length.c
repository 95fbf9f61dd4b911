// heddle: --races error
// expect-message: without a happens-before edge
// One thread appends to the line while the other asks how long it is.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char line[32] = "begin";
static const char* volatile more = " and end";

static void* append(void* unused) {
  strcat(line, more);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, append, NULL);
  const size_t length = strlen(line);
  pthread_join(writer, NULL);
  return length > strlen(line);
}
