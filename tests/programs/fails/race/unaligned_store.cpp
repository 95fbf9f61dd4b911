// Accesses by the functions for memory without alignment.
// heddle: --races error
#include <cstdint>
#include <thread>

extern "C" std::uint32_t __sanitizer_unaligned_load32(const void* from);
extern "C" void __sanitizer_unaligned_store32(void* to, std::uint32_t value);

char message[8];

int main() {
  std::thread writer([] { __sanitizer_unaligned_store32(message + 1, 42); });
  const std::uint32_t seen = __sanitizer_unaligned_load32(message + 3);
  writer.join();
  return seen == 1;
}
