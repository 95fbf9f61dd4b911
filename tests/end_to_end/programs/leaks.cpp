// Leaves memory or a thread behind, as the argument says.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

std::atomic<bool> late{false};
int* kept = nullptr;

int main(int, char** arguments) {
  const char* const what = arguments[1];
  std::thread other([] { late = true; });
  if (std::strcmp(what, "nothing") == 0) delete new int;
  if (std::strcmp(what, "kept") == 0) kept = new int{1};
  if (std::strcmp(what, "blocks") == 0) {
    for (int i = 0; i < 3; ++i) *static_cast<volatile int*>(new int[4]) = i;
  }
  if (std::strcmp(what, "thread") == 0) {
    while (!late) std::this_thread::yield();
    std::exit(0);  // the other thread has ended, and is not joined
  }
  if (std::strcmp(what, "exit") == 0) {
    *static_cast<volatile int*>(new int) = 1;
    other.join();
    std::exit(3);
  }
  other.join();
}
