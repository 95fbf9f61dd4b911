// Two threads allocate in one arena without a lock, and may get the same memory.
#include <cassert>
#include <memory_resource>
#include <thread>

int main() {
  std::byte buffer[64];
  std::pmr::monotonic_buffer_resource arena(buffer, sizeof buffer);
  void* first = nullptr;
  std::thread other([&] { first = arena.allocate(8); });
  void* const second = arena.allocate(8);
  other.join();
  assert(first != second);
}
