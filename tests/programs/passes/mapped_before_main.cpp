// Pages that constructors map before main are restored for every execution, also those that main
// unmaps, protects, maps again and moves.
#include <sys/mman.h>

#include <atomic>
#include <cassert>
#include <thread>

constexpr std::size_t kPage = 4096;
constexpr int kBoth = PROT_READ | PROT_WRITE;

char* map_pages(std::size_t count, int protection = kBoth, int flags = MAP_PRIVATE) {
  void* const at = mmap(nullptr, count * kPage, protection, flags | MAP_ANONYMOUS, -1, 0);
  assert(at != MAP_FAILED);
  return static_cast<char*>(at);
}

char* counter = map_pages(1);
char* given_back = map_pages(3);
char* shared = map_pages(1, kBoth, MAP_SHARED);
char* reserved = map_pages(4, PROT_NONE);
char* moved = map_pages(2);
std::atomic<int> turns{0};

int main() {
  assert(counter[0] == 0 && shared[0] == 0 && given_back[0] == 0 && moved[0] == 0);
  counter[0] = shared[0] = given_back[0] = moved[0] = 1;
  assert(munmap(given_back, kPage) == 0 && munmap(given_back + kPage, 2 * kPage) == 0);
  assert(mprotect(reserved + kPage, kPage, kBoth) == 0);
  reserved[kPage] = 1;
  moved = static_cast<char*>(mremap(moved, 2 * kPage, 8 * kPage, MREMAP_MAYMOVE));
  assert(moved[0] == 1 && moved[8 * kPage - 1] == 0);
  std::thread other([] {
    ++turns;
    ++turns;
  });
  ++turns;
  other.join();
  assert(turns == 3);
  munmap(reserved, 4 * kPage);
}
