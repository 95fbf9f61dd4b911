// operator new and delete of the program's own, which C++ allows: they count, and call malloc.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <new>

namespace {
std::atomic<int> living{0};

struct AtTheEnd {
  ~AtTheEnd() { assert(living >= 0); }
};
AtTheEnd at_the_end;
}  // namespace

void* operator new(std::size_t size) {
  ++living;
  if (void* const block = std::malloc(size)) return block;
  std::abort();
}
void operator delete(void* block) noexcept {
  --living;
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
