"""The sources that the tests of build recipes share: a correct program with a library in C, and one that loses an update."""

# Not C++.
TWO = """int two(void) {
  int class = 2;
  return class;
}
"""
LOCKED = """#include <mutex>
#include <thread>
extern "C" int two(void);
std::mutex mutex;
int counter = 0;
void add() {
  const std::lock_guard guard(mutex);
  ++counter;
}
int main() {
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return counter == two() ? 0 : 1;
}
"""
LOST = """#include <atomic>
#include <thread>
std::atomic<int> counter = 0;
void add() {
  const int seen = counter;
  counter = seen + 1;
}
int main() {
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return counter == 2 ? 0 : 1;
}
"""

FILES = {"two.c": TWO, "locked.cpp": LOCKED, "lost.cpp": LOST}
