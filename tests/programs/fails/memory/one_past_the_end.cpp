// Bug: two writers reserve places without a lock in common; the second writes past the end.
// expect-message: at offset 8 of a heap block of 8 bytes
#include <memory>
#include <thread>

int main() {
  const auto cells = std::make_unique<int[]>(2);
  int used = 1;
  std::thread other([&] { cells[static_cast<unsigned>(used++)] = 1; });
  cells[static_cast<unsigned>(used++)] = 2;
  other.join();
}
