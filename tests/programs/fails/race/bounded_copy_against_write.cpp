// heddle: --races error
// strlcpy, strlcat and memset_explicit of newer C libraries access memory like strncpy and memset.
#include <atomic>
#include <cstddef>
#include <cstring>
#include <thread>

// Older C libraries do not declare them.
extern "C" std::size_t strlcpy(char* to, const char* from, std::size_t size) noexcept;

char name[16];

int main() {
  std::thread writer([] { name[0] = 'b'; });
  char copy[16];
  strlcpy(copy, name, sizeof copy);
  writer.join();
}
