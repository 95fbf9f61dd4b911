// Two threads add to an atomic of 24 bytes by compare-exchange: no update is lost, and the three
// words never differ.
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
  Triple next;
  do {
    assert(value.left == value.right);
    next = {value.left + 1, value.middle + 1, value.right + 1};
  } while (!triple.compare_exchange_weak(value, next));
}
}  // namespace

int main() {
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(triple.exchange({0, 0, 0}).left == 2);
}
