// Puts a guard page before its memory, as allocators of stacks do, or unmaps it there; or protects
// other memory.
#include <sys/mman.h>

#include <cassert>
#include <mutex>
#include <string_view>
#include <thread>

alignas(4096) char page[4096];

constexpr std::size_t kPage = 4096;

// More pieces than Heddle records of one mapping.
void protect_many() {
  char* const memory = static_cast<char*>(
      mmap(nullptr, 64 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  for (std::size_t i = 0; i < 64; i += 2) mprotect(memory + i * kPage, kPage, PROT_READ);
}

int main(int, char** arguments) {
  const std::string_view which = arguments[1];
  char* const memory = static_cast<char*>(
      mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (which == "guard") assert(mprotect(memory, kPage, PROT_NONE) == 0);
  if (which == "cut") assert(munmap(memory, kPage) == 0);
  if (which == "shrink") assert(mremap(memory, 2 * kPage, kPage, 0) == memory);
  if (which == "open") assert(mprotect(memory, kPage, PROT_READ | PROT_WRITE) == 0);
  if (which == "many") protect_many();
  if (which == "code") mprotect(memory, kPage, PROT_READ | PROT_EXEC);
  if (which == "global") mprotect(page, kPage, PROT_READ);
  std::mutex mutex;
  std::thread other([&] {
    std::lock_guard lock(mutex);
    ++memory[kPage];
  });
  {
    std::lock_guard lock(mutex);
    ++memory[kPage];
  }
  other.join();
  assert(memory[kPage] == 2);
  munmap(memory, 2 * kPage);
}
