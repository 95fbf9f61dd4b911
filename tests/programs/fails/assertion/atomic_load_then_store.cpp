// Bug: each access is atomic, the increment as a whole is not.
// expect-message: hits == 2
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> hits{0};
  auto count = [&] { hits.store(hits.load() + 1); };
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  assert(hits == 2);
}
