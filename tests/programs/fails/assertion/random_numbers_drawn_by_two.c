// Whoever draws first gets the first number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void* draw(void* into) {
  *(int*)into = rand();
  return NULL;
}

int main() {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, NULL, draw, &drawn[0]);
  pthread_create(&second, NULL, draw, &drawn[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  srand(1);
  assert(drawn[0] == rand());
}
