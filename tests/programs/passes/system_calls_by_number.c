// System calls by number that tell something, or that Heddle answers itself: time is virtual,
// random numbers are always the same, threads have numbers.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static struct stat facts;
static struct utsname machine;
static char numbers[2][16];
static long names[2];

static void* ask(void* which) {
  names[*(int*)which] = syscall(SYS_gettid);
  return NULL;
}

int main(void) {
  assert(syscall(SYS_getpid) == getpid());
  assert(syscall(SYS_newfstatat, -100, "/", &facts, 0) == 0);
  assert(syscall(SYS_uname, &machine) == 0);
  assert(syscall(SYS_newfstatat, -100, "/is/not/there", &facts, 0) == -1);
  assert(syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0) == 0);
  for (int i = 0; i < 2; ++i) assert(syscall(SYS_getrandom, numbers[i], 16, 0) == 16);
  assert(memcmp(numbers[0], numbers[1], 16) != 0);

  static struct timespec by_number, by_name;
  assert(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &by_number) == 0);
  clock_gettime(CLOCK_MONOTONIC, &by_name);
  assert(by_number.tv_sec == by_name.tv_sec && by_number.tv_nsec == by_name.tv_nsec);

  int which[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, ask, &which[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(names[0] != names[1]);
  return 0;
}
