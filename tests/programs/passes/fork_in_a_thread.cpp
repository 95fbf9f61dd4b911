// Both processes use what lies on the stacks of threads that the child does not have.
// heddle: --trust-uninstrumented
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> last{0};
  std::thread forking([&] {
    last = 1;
    if (const pid_t child = fork()) {
      int status = 0;
      waitpid(child, &status, 0);
      assert(WIFEXITED(status));
      return;
    }
    std::thread third([&] { last = 3; });
    third.join();
    assert(last == 3);
  });
  std::thread other([&] { last = 2; });
  forking.join();
  other.join();
  assert(last == 1 || last == 2);
}
