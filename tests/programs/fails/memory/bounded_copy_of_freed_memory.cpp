// A bounded copy reads a name that another thread has freed.
// expect-message: after it was freed
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>

// Older C libraries do not declare them.
extern "C" std::size_t strlcat(char* to, const char* from, std::size_t size) noexcept;

std::atomic<char*> name{nullptr};

int main() {
  name = strdup("name");
  std::thread owner([] { free(name.exchange(nullptr)); });
  char copy[16] = "a ";
  if (char* const now = name) strlcat(copy, now, sizeof copy);
  owner.join();
}
