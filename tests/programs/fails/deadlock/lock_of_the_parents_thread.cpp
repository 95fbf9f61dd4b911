// Bug: the child process takes a lock that a thread of its parent may have held during the fork.
// expect-message: the only live thread is blocked
#include <sys/wait.h>
#include <unistd.h>

#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int counter = 0;
  std::thread other([&] {
    std::scoped_lock lock(mutex);
    ++counter;
  });
  if (fork() == 0) {
    std::scoped_lock lock(mutex);
    _exit(counter);
  }
  other.join();
  wait(nullptr);
}
