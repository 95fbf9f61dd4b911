// Two threads draw a number each, and never look at it again: who was first stays in their frames.
// The slot is not known to be dead, since a function has had its address.
#include <atomic>
#include <thread>

std::atomic<int> drawn;
std::atomic<int> ended;

[[gnu::noinline]] void look_at(volatile int* number) { (void)*number; }

void draw() {
  volatile int number = drawn.fetch_add(1) + 41;
  look_at(&number);
  ended.fetch_add(1);
}

int main() {
  std::thread first(draw);
  std::thread second(draw);
  first.join();
  second.join();
}
