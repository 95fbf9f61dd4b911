// Bug: main leaves by pthread_exit; the thread that is left checks what nobody sets any more.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> done{false};

int main() {
  std::thread([] { assert(done); }).detach();
  done = true;
  pthread_exit(nullptr);
}
