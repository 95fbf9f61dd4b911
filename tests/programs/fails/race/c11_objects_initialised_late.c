// heddle: --races error
// expect-message: without a happens-before edge
// The objects of C11 are initialised when another thread may already use them.
#include <pthread.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t condition;

static void* work(void* unused) {
  mtx_lock(&mutex);
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  cnd_init(&condition);
  mtx_unlock(&mutex);
  pthread_join(thread, 0);
}
