// C11's calls with a time limit, on a mutex that is held and a condition that nobody notifies.
// A spurious wake-up would end the wait that must time out.
// heddle: --spurious 0
#include <assert.h>
#include <stddef.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static mtx_t free_mutex;
static cnd_t never;

static int give_up(void* unused) {
  (void)unused;
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  time.tv_sec += 2;
  assert(mtx_trylock(&mutex) == thrd_busy);
  assert(mtx_timedlock(&mutex, &time) == thrd_timedout);
  mtx_lock(&free_mutex);
  assert(cnd_timedwait(&never, &free_mutex, &time) == thrd_timedout);
  mtx_unlock(&free_mutex);
  struct timespec span = {1, 0};
  assert(thrd_sleep(&span, NULL) == 0);
  return 3;
}

int main(void) {
  thrd_t thread;
  int result = 0;
  mtx_init(&mutex, mtx_timed | mtx_recursive);
  mtx_init(&free_mutex, mtx_plain);
  cnd_init(&never);
  mtx_lock(&mutex);
  mtx_lock(&mutex);
  thrd_create(&thread, give_up, NULL);
  thrd_join(thread, &result);
  assert(result == 3);
  mtx_unlock(&mutex);
  mtx_unlock(&mutex);
  return 0;
}
