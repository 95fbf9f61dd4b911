// Bug: the size is that of the other buffer when the threads come in the wrong order.  The code
// that writes is not instrumented; what it did is noticed when the block is freed.
// expect-message: past the end of a heap block
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<std::size_t> size{24};
char* volatile buffer = nullptr;  // so that the compiler keeps what is written to it

__attribute__((no_sanitize("thread"), noinline)) void fill(volatile char* at, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) at[i] = 65;
}

int main() {
  buffer = static_cast<char*>(std::malloc(24));
  std::thread other([] { size = 48; });
  fill(buffer, size);
  other.join();
  std::free(buffer);
}
