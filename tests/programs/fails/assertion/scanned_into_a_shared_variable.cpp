// Bug: the variable is read before sscanf stores in it.
#include <cassert>
#include <cstdio>
#include <thread>

int number = 0;

int main() {
  std::thread scanner([] { std::sscanf("5 apples", "%d", &number); });
  const int seen = number;
  scanner.join();
  assert(seen == 5);
}
