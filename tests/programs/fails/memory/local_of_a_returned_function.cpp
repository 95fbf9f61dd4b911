// Bug: the function leaves a pointer to a local variable behind where it meets the other thread.
// expect-message: a local variable was written after its function returned
#include <atomic>
#include <thread>

std::atomic<bool> hurry{false};
int* slot = nullptr;

[[gnu::noinline]] void keep(int* where) { slot = where; }

[[gnu::noinline]] int prepare() {
  volatile int value[4] = {1, 2, 3, 4};
  keep(const_cast<int*>(value));
  if (hurry) return value[1];
  slot = nullptr;
  return value[0];
}

int main() {
  std::thread other([] { hurry = true; });
  const int result = prepare();
  if (slot != nullptr) *slot = result;
  other.join();
}
