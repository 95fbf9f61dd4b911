// std::random_device gives the same numbers in every execution, whatever it draws them from, and
// the threads' numbers differ.
#include <atomic>
#include <cassert>
#include <random>
#include <thread>

std::atomic<unsigned> sum{0};
std::atomic<int> turns{0};

int main() {
  unsigned numbers[2] = {};
  const auto draw = [&](int which) {
    std::random_device device;
    numbers[which] = device();
    for (unsigned i = 0; i < device() % 3; ++i) ++turns;
    sum += device() % 7;
  };
  std::thread first(draw, 0);
  std::thread second(draw, 1);
  first.join();
  second.join();
  assert(numbers[0] != numbers[1]);
  std::mt19937 engine(std::random_device{}());
  if (engine() % 2 == 0) ++sum;
}
