// Bug: catch (...) takes the end of a cancelled thread for an error that was dealt with.
// expect-message: swallowed the forced unwinding
#include <pthread.h>
#include <unistd.h>

void* work(void*) {
  try {
    sleep(1);
  } catch (...) {
  }
  return nullptr;
}

int main() {
  pthread_t worker;
  pthread_create(&worker, nullptr, work, nullptr);
  pthread_cancel(worker);
  pthread_join(worker, nullptr);
}
