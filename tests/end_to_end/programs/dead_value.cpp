// Two threads draw a number each, and never look at it again: who was first stays in their frames.
#include <atomic>
#include <thread>

std::atomic<int> drawn;
std::atomic<int> ended;

void draw() {
  volatile int number = drawn.fetch_add(1) + 41;
  (void)number;
  ended.fetch_add(1);
}

int main() {
  std::thread first(draw);
  std::thread second(draw);
  first.join();
  second.join();
}
