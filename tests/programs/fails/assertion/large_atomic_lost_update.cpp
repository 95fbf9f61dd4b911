// Two threads load an atomic of 24 bytes, add, and store it: one of the updates is lost.
#include <atomic>
#include <cassert>
#include <thread>

namespace {
struct Triple {
  long left, middle, right;
};
std::atomic<Triple> triple{Triple{0, 0, 0}};

void add() {
  Triple value = triple.load();
  ++value.left;
  ++value.right;
  triple.store(value);
}
}  // namespace

int main() {
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(triple.load().left == 2);
}
