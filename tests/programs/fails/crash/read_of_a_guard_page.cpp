// A thread reads one element too many of an array before a guard page, if another one was faster.
// expect-message: read of memory that is mapped without access
#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <thread>

std::atomic<unsigned> next{0};

int main() {
  auto* const pages = static_cast<char*>(
      mmap(nullptr, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(pages + 4096, 4096, PROT_NONE);
  const auto take = [pages] {
    for (unsigned at = next; at < 2; at = ++next) (void)pages[4094 + at];
    char copy[2];
    std::memcpy(copy, pages + 4093 + next, 2);
  };
  std::thread other(take);
  take();
  other.join();
}
