// Two threads count by a function that may be compiled without instrumentation.
#include <cassert>
#include <thread>

extern int counter;
void bump();

int main() {
  std::thread other(bump);
  bump();
  other.join();
  assert(counter == 2);
}
