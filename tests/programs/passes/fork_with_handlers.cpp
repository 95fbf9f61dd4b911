// The handlers of pthread_atfork keep the lock away from other threads during the fork.
// heddle: --trust-uninstrumented
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
int counter = 0;
int pairs = 0;

void count() {
  std::scoped_lock lock(mutex);
  ++counter;
  ++pairs;
}
}  // namespace

int main() {
  pthread_atfork([] { mutex.lock(); }, [] { mutex.unlock(); }, [] { mutex.unlock(); });
  const pid_t parent = getpid();
  std::thread other(count);
  const pid_t child = fork();
  if (child == 0) {
    assert(getppid() == parent && getpid() != parent);
    count();
    assert(counter == pairs && counter <= 2);
    assert(wait(nullptr) == -1 && errno == ECHILD);
    std::thread more(count);
    more.join();
    _exit(counter);
  }
  assert(child > 0 && getpid() == parent);
  other.join();
  assert(counter == 1);
  assert(waitpid(child, nullptr, 0) == child);
  assert(waitpid(child, nullptr, 0) == -1 && errno == ECHILD);
}
