// Two threads add to an element of main's array.  clang++ does not instrument main's own access.
#include <cassert>
#include <thread>

int main() {
  int list[4] = {};
  std::thread other([&] { list[2] += 1; });
  list[2] += 2;
  other.join();
  assert(list[2] == 3);
}
