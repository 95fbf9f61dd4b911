// Accesses to variables of the callers' frames, to memory of variable size on the stack, and to a
// frame that an exception has not left yet.
#include <alloca.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turn{0};

[[gnu::noinline]] int sum(const int* first, int count) {
  return count == 0 ? turn * 0 : *first + sum(first + 1, count - 1);
}

struct Guard {
  int& value;
  ~Guard() { ++value; }
};

[[gnu::noinline]] void leave(int* values) {
  const Guard guard{values[0]};
  if (++turn > 0) throw values[1];
}

void visit() {
  int values[4] = {1, 2, 3, 4};
  auto* const more = static_cast<int*>(alloca(sizeof(int) * static_cast<unsigned>(2 + values[3])));
  for (int i = 0; i < 6; ++i) more[i] = i;
  assert(sum(values, 4) == 10 && sum(more, 6) == 15);
  try {
    leave(values);
  } catch (int thrown) {
    assert(thrown == 2 && values[0] == 2);
  }
}

int main() {
  std::thread other(visit);
  visit();
  other.join();
}
