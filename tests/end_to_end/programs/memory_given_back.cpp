// One thread reads memory, another gives it back, and nothing orders them.  The argument says how.
#include <sys/mman.h>

#include <cassert>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

char* memory;

int main(int, char** arguments) {
  const std::string_view how = arguments[1];
  constexpr std::size_t kSize = 8192;
  memory = static_cast<char*>(
      how == "shrink" || how == "move"
          ? std::malloc(100)
          : mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  memory[95] = 1;
  char* moved = nullptr;
  std::mutex first;
  std::mutex second;
  std::thread reader([&] {
    std::lock_guard lock(first);
    assert(memory[95] == 1);
  });
  std::thread giver([&] {
    std::lock_guard lock(second);
    if (how == "unmap") munmap(memory, kSize);
    if (how == "remap") {
      moved = static_cast<char*>(mremap(memory, kSize, 100 * kSize, MREMAP_MAYMOVE));
      assert(moved[95] == 1 && moved[100 * kSize - 1] == 0);
      assert(mremap(moved, 200 * kSize, kSize, MREMAP_MAYMOVE) == MAP_FAILED);  // more than it has
    }
    if (how == "clear") madvise(memory, kSize, MADV_DONTNEED);
    if (how == "shrink") moved = static_cast<char*>(std::realloc(memory, 90));
    if (how == "move") moved = static_cast<char*>(std::realloc(memory, 10'000));
    if (how == "cut") munmap(memory, kSize / 2);                     // which leaves the second half
    if (how == "cut behind") munmap(memory + kSize / 2, kSize / 2);  // which leaves the first half
  });
  reader.join();
  giver.join();
  if (how == "cut") memory[kSize - 1] = 1;
  if (how == "cut behind") memory[kSize / 2 - 1] = 1;
}
