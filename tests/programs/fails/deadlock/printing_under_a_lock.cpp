// Bug: one thread takes the mutex while it holds the stream, the other prints while it holds the
// mutex.
#include <stdio.h>

#include <mutex>
#include <thread>

std::mutex mutex;

int main() {
  std::thread other([] {
    const std::lock_guard lock(mutex);
    printf("%d\n", 1);
  });
  flockfile(stdout);
  {
    const std::lock_guard lock(mutex);
    printf("%d\n", 2);
  }
  funlockfile(stdout);
  other.join();
}
