// Calls that change nothing about the process's user.  The C library would send a signal to each of
// its threads.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void* work(void* unused) {
  (void)unused;
  assert(setreuid((uid_t)-1, geteuid()) == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  assert(setresgid((gid_t)-1, (gid_t)-1, (gid_t)-1) == 0);
  assert(seteuid(geteuid()) == 0);
  pthread_join(thread, 0);
  return 0;
}
