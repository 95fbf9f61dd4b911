// std::call_once whose first attempt throws: the other thread's attempt succeeds, once.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag flag;
int attempts = 0;
int successes = 0;

void set_up() {
  try {
    std::call_once(flag, [] {
      if (attempts++ == 0) throw std::runtime_error("not yet");
      ++successes;
    });
  } catch (const std::runtime_error&) {
    std::call_once(flag, [] { ++successes; });
  }
}

int main() {
  std::thread first(set_up);
  std::thread second(set_up);
  first.join();
  second.join();
  assert(successes == 1);
}
