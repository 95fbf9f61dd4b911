// expect-message: repeat the same
// unreduced: its loop takes and gives back locks, so it is no spinning; executions are cut at the
// step limit Bug: two threads that hold one lock each try the other one, do not get it, and start
// over.
#include <mutex>
#include <thread>

std::mutex left, right;

void eat(std::mutex& first, std::mutex& second) {
  for (;;) {
    first.lock();
    if (second.try_lock()) break;
    first.unlock();
  }
  second.unlock();
  first.unlock();
}

int main() {
  std::thread other([] { eat(right, left); });
  eat(left, right);
  other.join();
}
