// Maps memory before main that the kernel shares with others, or that holds code.
#include <sys/mman.h>

#include <mutex>
#include <thread>

void* const code =
    mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

std::mutex mutex;
int turns = 0;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    ++turns;
  });
  {
    std::lock_guard lock(mutex);
    ++turns;
  }
  other.join();
}
