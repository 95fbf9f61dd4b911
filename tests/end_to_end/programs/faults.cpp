// Does what the argument names to the process that Heddle shares with it; then two threads count.
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

std::atomic<int> counter{0};
char* volatile kept = nullptr;  // so that no allocation is optimised away

bool is(const char* text, const char* wanted) { return std::strcmp(text, wanted) == 0; }

void close_everything() {
  for (int i = 0; i < 1024; ++i) close(i);
}

// Touches little of it.
void allocate_much() {
  constexpr std::size_t kSize = std::size_t{8} << 30;
  kept = static_cast<char*>(std::malloc(kSize));
  if (kept == nullptr) return;
  for (std::size_t i = 0; i < kSize; i += kSize / 4) kept[i] = 1;
  std::free(kept);
}

// With functions that nobody watches.
void corrupt_heap(std::size_t size) {
  kept = static_cast<char*>(std::malloc(24));
  auto* const other = static_cast<char*>(std::malloc(24));
  std::memset(kept, 65, size);
  std::free(other);
  std::free(kept);
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  if (is(what, "close")) close_everything();
  if (is(what, "allocate")) allocate_much();
  if (is(what, "overrun")) corrupt_heap(48);
  if (is(what, "ruin")) corrupt_heap(1 << 20);
  std::thread first([] { ++counter; });
  std::thread second([] { ++counter; });
  first.join();
  second.join();
  return counter == 2 ? 0 : 1;
}
