// Everybody who copies, compares and clears holds the lock; what is a thread's own needs none.
// heddle: --races error
#include <cassert>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex mutex;
char board[48] = "empty";
std::size_t size = sizeof board;

void post(const std::string& text) {
  char own[48];
  std::memset(own, 0, size);
  std::strncpy(own, text.c_str(), size - 1);
  const std::lock_guard lock(mutex);
  std::memcpy(board, own, size);
}

int main() {
  std::thread one(post, "a line that is rather long");
  std::thread other(post, "short");
  std::vector<char> seen(size);
  {
    const std::lock_guard lock(mutex);
    std::memmove(seen.data(), board, size);
    if (std::strstr(board, "line") == nullptr) assert(std::strlen(board) == 5);
  }
  one.join();
  other.join();
  assert(std::strcmp(seen.data(), "empty") == 0 || std::strchr(seen.data(), 'o') != nullptr);
  assert(std::memcmp(seen.data(), board, size) == 0 || seen[0] != '\0');
}
