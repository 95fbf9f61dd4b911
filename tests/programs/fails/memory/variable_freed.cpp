// Bug: the pointer may still be to a variable when it is freed.
// expect-message: not returned by malloc
#include <atomic>
#include <cstdlib>
#include <thread>

int variable = 0;
std::atomic<void*> shared{&variable};

int main() {
  std::thread other([] { shared = std::malloc(4); });
  std::free(shared);
  other.join();
}
