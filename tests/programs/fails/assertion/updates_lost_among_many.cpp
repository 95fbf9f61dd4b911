// Bug: two threads add to a plain variable, a hundred times each, and no operation comes in
// between.
#include <cassert>
#include <thread>

long total = 0;

void add() {
  for (int i = 0; i < 100; ++i) total = total + 1;
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(total == 200);
}
