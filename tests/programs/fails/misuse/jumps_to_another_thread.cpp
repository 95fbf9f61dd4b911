// Bug: the buffer was filled by another thread.
// expect-message: on the stack of another one
#include <csetjmp>
#include <mutex>
#include <thread>

namespace {
jmp_buf place;
std::mutex mutex;
}  // namespace

int main() {
  if (setjmp(place) == 0) {
    std::thread other([] {
      const std::lock_guard lock(mutex);
      longjmp(place, 1);
    });
    other.join();
  }
}
