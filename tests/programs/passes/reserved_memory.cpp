// Memory that is reserved first and used in parts later, as allocators do: aligned by cutting its
// ends, made accessible by mprotect or a mapping in its place, given back in pieces.
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <thread>

constexpr std::size_t kPage = 4096;
constexpr std::size_t kSpan = 16 * kPage;
constexpr int kPrivate = MAP_PRIVATE | MAP_ANONYMOUS;
std::atomic<int> turns{0};

char* aligned() {
  auto* const raw = static_cast<char*>(mmap(nullptr, 2 * kSpan, PROT_NONE, kPrivate, -1, 0));
  const auto before = (kSpan - reinterpret_cast<std::uintptr_t>(raw) % kSpan) % kSpan;
  char* const at = raw + before;
  if (before > 0) assert(munmap(raw, before) == 0);
  if (before < kSpan) assert(munmap(at + kSpan, kSpan - before) == 0);
  return at;
}

void use() {
  char* const memory = aligned();
  assert(reinterpret_cast<std::uintptr_t>(memory) % kSpan == 0);
  assert(mprotect(memory, 2 * kPage, PROT_READ | PROT_WRITE) == 0);
  memory[0] = memory[2 * kPage - 1] = 1;
  ++turns;
  void* const again =
      mmap(memory + kPage, 3 * kPage, PROT_READ | PROT_WRITE, kPrivate | MAP_FIXED, -1, 0);
  assert(again == memory + kPage && memory[0] == 1 && memory[2 * kPage - 1] == 0);
  memory[3 * kPage] = 2;
  assert(madvise(memory + 3 * kPage, kPage, MADV_DONTNEED) == 0 && memory[3 * kPage] == 0);
  assert(mprotect(memory, kPage, PROT_READ) == 0 && memory[0] == 1);
  errno = 0;
  assert(munmap(memory + 1, kPage) == -1 && errno == EINVAL);
  assert(munmap(memory + kPage, kPage) == 0);
  errno = 0;
  assert(mprotect(memory, kSpan, PROT_READ) == -1 && errno == ENOMEM);
  assert(munmap(memory, kSpan) == 0);
}

void use_file() {
  char name[] = "/tmp/reserved-XXXXXX";
  const int file = mkstemp(name);
  assert(file >= 0 && write(file, "text", 4) == 4);
  auto* const text = static_cast<char*>(mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE, file, 0));
  assert(text[0] == 't' && text[3] == 't' && text[4] == 0);
  assert(munmap(text, kPage) == 0 && close(file) == 0 && unlink(name) == 0);
}

int main() {
  errno = 0;
  assert(mmap(nullptr, 0, PROT_READ, kPrivate, -1, 0) == MAP_FAILED && errno == EINVAL);
  use_file();
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
  assert(turns == 2);
}
