// C11's own names: a thread with a result, a mutex, a condition variable, thread-specific storage.
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t filled;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static int value, inits, destroyed;

static void initialise(void) { ++inits; }
static void destroy(void* unused) {
  (void)unused;
  ++destroyed;
}

static int fill(void* argument) {
  call_once(&flag, initialise);
  tss_set(key, argument);
  mtx_lock(&mutex);
  value = *(int*)argument;
  cnd_signal(&filled);
  mtx_unlock(&mutex);
  assert(tss_get(key) == argument);
  if (value == 7) thrd_exit(-1);
  return 1;
}

int main(void) {
  int given = 7;
  int result = 0;
  thrd_t thread;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(cnd_init(&filled) == thrd_success);
  assert(tss_create(&key, destroy) == thrd_success);
  assert(thrd_create(&thread, fill, &given) == thrd_success);
  call_once(&flag, initialise);
  mtx_lock(&mutex);
  while (value == 0) cnd_wait(&filled, &mutex);
  mtx_unlock(&mutex);
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == -1 && value == 7 && inits == 1 && destroyed == 1);
  assert(tss_get(key) == NULL);
  tss_delete(key);
  cnd_destroy(&filled);
  mtx_destroy(&mutex);
  return 0;
}
