// Bug: the size is that of the other buffer when the threads come in the wrong order.
// expect-message: 48 bytes were written at offset 0 of a heap block of 24 bytes
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

std::atomic<std::size_t> size{24};
char* volatile buffer = nullptr;  // so that the compiler keeps what is written to it

int main() {
  buffer = static_cast<char*>(std::malloc(24));
  std::thread other([] { size = 48; });
  std::memset(buffer, 65, size);
  other.join();
  std::free(buffer);
}
