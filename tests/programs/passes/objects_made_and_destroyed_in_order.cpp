// heddle: --races error
// Synchronisation objects are made before other threads use them, and destroyed after the last use:
// every order of the program's that POSIX or C++ guarantees.
#include <pthread.h>
#include <semaphore.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

// The last thread that leaves destroys the mutex that it has just unlocked.
struct Shared {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int users = 2;
};

void leave(Shared* shared) {
  pthread_mutex_lock(&shared->mutex);
  const bool is_last = --shared->users == 0;
  pthread_mutex_unlock(&shared->mutex);
  if (!is_last) return;
  pthread_mutex_destroy(&shared->mutex);
  delete shared;
}

// The objects are on the stack of the thread that waits; it reuses the memory at once.
void wait_for_a_thread() {
  std::mutex mutex;
  std::condition_variable condition;
  bool is_done = false;
  std::thread([&] {
    const std::scoped_lock lock(mutex);
    is_done = true;
    condition.notify_one();
  }).detach();
  std::unique_lock lock(mutex);
  condition.wait(lock, [&] { return is_done; });
}

void wait_for_a_post() {
  sem_t done;
  sem_init(&done, 0, 0);
  std::thread([&] { sem_post(&done); }).detach();
  sem_wait(&done);
  sem_destroy(&done);
}

int main() {
  auto* shared = new Shared;
  std::thread thread(leave, shared);
  leave(shared);
  thread.join();
  wait_for_a_thread();
  wait_for_a_post();
}
