// Each thread adds the other's sum to its own.  The largest sum needs a switch after every
// addition: an optimiser that keeps the sums in registers removes these schedules.
#include <cassert>
#include <thread>

namespace {
constexpr int kRounds = 4;
int left = 1;
int right = 1;
}  // namespace

int main() {
  std::thread first([] {
    for (int i = 0; i < kRounds; ++i) left += right;
  });
  std::thread second([] {
    for (int i = 0; i < kRounds; ++i) right += left;
  });
  first.join();
  second.join();
  assert(left < 55 && right < 55);  // the tenth Fibonacci number
}
