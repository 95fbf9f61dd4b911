// Bug: an element is written while others are moved over it: what was written may be lost.
#include <cassert>
#include <cstring>
#include <thread>

char queue[16] = "abcdef";
std::size_t moved = 6;

int main() {
  std::thread writer([] { queue[3] = 'X'; });
  std::memmove(queue, queue + 1, moved);
  writer.join();
  assert(std::memchr(queue, 'X', moved) != nullptr);
}
