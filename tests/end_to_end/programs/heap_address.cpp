// A lost update on the heap.  The program prints the address of the counter, which neither its
// environment nor its arguments may change, and writes over its environment, which every execution
// must find as it was.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

int main() {
  char* const text = std::getenv("HEDDLES_TEST_VARIABLE");
  if (text != nullptr) {
    assert(std::strcmp(text, "as it was") == 0);
    text[0] = 'A';
  }
  const auto counter = std::make_unique<long>(0);
  std::printf("counter at %p\n", static_cast<void*>(counter.get()));
  std::fflush(stdout);
  auto add = [&counter] {
    const long read = *counter;
    *counter = read + 1;
  };
  std::thread other(add);
  add();
  other.join();
  assert(*counter == 2);
}
