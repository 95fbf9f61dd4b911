// Bug: the child process relies on two stores of another thread that may not both have been made.
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> begun{0};
  std::atomic<int> done{0};
  std::thread other([&] {
    begun = 1;
    done = 1;
  });
  if (fork() == 0) {
    assert(begun == done);
    execl("/bin/true", "true", nullptr);
  }
  other.join();
}
