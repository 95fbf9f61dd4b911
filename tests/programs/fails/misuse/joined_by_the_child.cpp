// Bug: the child process joins a thread of its parent.
// expect-message: main joins or detaches thread 1, which exists in the parent process only
#include <unistd.h>

#include <atomic>
#include <thread>

int main() {
  std::atomic<int> counter{0};
  std::thread other([&] { ++counter; });
  fork();
  other.join();
}
