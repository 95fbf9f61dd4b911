// An allocator of the program's own.
#include <cstddef>

namespace {
alignas(16) char memory[1 << 20];
std::size_t used = 0;
}  // namespace

extern "C" void* malloc(std::size_t size) {
  void* const block = memory + used;
  used += (size + 15) / 16 * 16;
  return block;
}
extern "C" void free(void*) {}
