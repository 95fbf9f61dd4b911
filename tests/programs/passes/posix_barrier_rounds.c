// Two rounds at a barrier of two: exactly one thread of each round is told apart, and what each
// wrote before is there after.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static int wrote[2][2];  // by round and thread
static int serial[2];

static void* rounds(void* argument) {
  const int self = argument != NULL;
  for (int round = 0; round < 2; ++round) {
    wrote[round][self] = 1;
    const int result = pthread_barrier_wait(&barrier);
    assert(wrote[round][!self]);
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
