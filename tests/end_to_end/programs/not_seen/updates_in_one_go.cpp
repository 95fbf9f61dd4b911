// Instructions of the compiler that update memory in one go: stores to bit-fields, and changes of
// an object that a function returns by value.
#include <cassert>
#include <thread>

struct Totals {
  long parts[6];
  long count;
  bool is_full : 1;
  unsigned kind : 3;
};

bool is_known = false;
Totals totals;

__attribute__((noinline)) Totals collect(int count) {
  Totals result{};
  for (int i = 0; i < count; ++i) {
    result.parts[i % 6] = i;
    ++result.count;
  }
  result.count += is_known ? 1 : 0;
  result.parts[2] += 5;
  return result;
}

__attribute__((noinline)) void mark(Totals* of) {
  of->is_full = true;
  of->kind |= 2;
}

int main() {
  std::thread other([] { mark(&totals); });
  other.join();
  is_known = totals.is_full;
  const Totals collected = collect(4);
  assert(collected.count == 5 && collected.parts[2] == 7 && totals.kind == 2);
}
