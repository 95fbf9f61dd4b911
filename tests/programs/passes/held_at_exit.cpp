// heddle: --leaks error
// Nothing is lost: the frames that call exit, and those of a thread that still waits, hold the
// pointers.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> g_turn;

void leave(volatile char* block) {
  *block = 1;
  g_turn.store(1);
  *block = 2;
  std::exit(0);
}

int main() {
  std::thread([] {
    volatile int* const count = new int(3);
    while (g_turn.load() != 7) std::this_thread::yield();
    *count = 4;
    delete count;
  }).detach();
  auto* const block = static_cast<volatile char*>(std::malloc(4));
  leave(block);
  *block = 3;
  return 0;
}
