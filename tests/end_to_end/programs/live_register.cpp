// Two threads draw a number each and need it after their last step: optimized, it is in a register.
#include <atomic>
#include <thread>

std::atomic<int> drawn;
std::atomic<int> ended;

void draw() {
  const int number = drawn.fetch_add(1) + 41;
  ended.fetch_add(1);
  if (number < 0) __builtin_trap();
}

int main() {
  std::thread first(draw);
  std::thread second(draw);
  first.join();
  second.join();
}
