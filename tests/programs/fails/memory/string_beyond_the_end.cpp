// Bug: room is made for the name as it was before.
// expect-message: 6 bytes were written at offset 0 of a heap block of 5 bytes
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

std::atomic<const char*> name{"anna"};
char* volatile copy = nullptr;  // so that the compiler keeps what is written to it

int main() {
  std::thread renamer([] { name = "berta"; });
  const std::size_t room = std::strlen(name) + 1;
  copy = static_cast<char*>(std::malloc(room));
  std::strcpy(copy, name);
  renamer.join();
  std::free(copy);
}
