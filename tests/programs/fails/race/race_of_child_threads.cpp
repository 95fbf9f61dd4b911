// Bug: two threads of the child process write one variable.
// heddle: --races error
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

int main() {
  int value = 0;
  if (fork() == 0) {
    std::thread first([&] { value = 1; });
    std::thread second([&] { value = 2; });
    first.join();
    second.join();
    return 7;
  }
  while (wait(nullptr) < 0) {
  }
}
