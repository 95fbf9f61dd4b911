// A condition variable may be destroyed as soon as it has woken all threads that wait on it, even
// before they run.  The thread that wakes them destroys it and frees its memory.
// heddle: --races error
#include <pthread.h>

#include <thread>

struct Gate {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  bool is_open = false;
  pthread_cond_t* opened = new pthread_cond_t;
};

int main() {
  Gate gate;
  pthread_cond_init(gate.opened, nullptr);
  pthread_mutex_lock(&gate.lock);
  std::thread opener([&] {
    pthread_mutex_lock(&gate.lock);
    gate.is_open = true;
    pthread_cond_broadcast(gate.opened);
    pthread_mutex_unlock(&gate.lock);
    pthread_cond_destroy(gate.opened);
    delete gate.opened;
  });
  while (!gate.is_open) pthread_cond_wait(gate.opened, &gate.lock);
  pthread_mutex_unlock(&gate.lock);
  opener.join();
}
