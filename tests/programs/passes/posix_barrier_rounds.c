// Two rounds at a barrier of two: exactly one thread of each round is told apart, and nobody is a
// round ahead.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int wrote[2];
static int serial[2];

static void* rounds(void* argument) {
  const int self = argument != NULL;
  for (int round = 0; round < 2; ++round) {
    wrote[self] = round + 1;
    const int result = pthread_barrier_wait(&barrier);
    assert(wrote[!self] >= round + 1);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) {
      ++serial[round];
    } else {
      assert(result == 0);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&other, NULL, rounds, &barrier);
  rounds(NULL);
  pthread_join(other, NULL);
  assert(serial[0] == 1 && serial[1] == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
