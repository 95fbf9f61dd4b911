// Whoever draws first gets the first number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void* draw(void* which) {
  drawn[*(int*)which] = rand();
  return NULL;
}

int main(void) {
  int names[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, draw, &names[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(drawn[0] == 1804289383);
  return 0;
}
