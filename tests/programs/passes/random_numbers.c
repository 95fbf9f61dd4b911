// The C library's generators begin anew in each execution and give the numbers that it documents;
// threads that draw from one of them share its numbers out among themselves.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void* draw(void* which) {
  drawn[*(int*)which] = rand();
  return NULL;
}

int main(void) {
  assert(rand() == 1804289383);
  assert(random() == 846930886);
  assert(lrand48() == 0);
  assert(lrand48() == 2116118);
  srand48(1);
  assert(lrand48() == 89400484);
  unsigned short words[3] = {0x330e, 1, 0};
  assert(nrand48(words) == 89400484);

  char table[64];
  char* const first = initstate(5, table, sizeof table);
  const long of_table = random();
  assert(setstate(first) == table);
  srandom(7);
  const int of_first = rand();
  assert(setstate(table) == first);
  assert(random() != of_table);
  assert(setstate(first) == table);
  srand(7);
  assert(rand() == of_first);

  srand(1);
  int names[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, draw, &names[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(drawn[0] != drawn[1]);
  assert(drawn[0] == 1804289383 || drawn[1] == 1804289383);
  return 0;
}
