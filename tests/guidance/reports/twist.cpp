// Two inversions.  `gate` guards the one of `left` and `right`; that of `left` and `down` is real.
#include <mutex>
#include <thread>

std::mutex gate;
std::mutex left;
std::mutex right;
std::mutex down;

void turn() {
  {
    const std::lock_guard<std::mutex> entered(gate);
    const std::lock_guard<std::mutex> outer(left);
    const std::lock_guard<std::mutex> inner(right);
  }
  const std::lock_guard<std::mutex> outer(left);
  const std::lock_guard<std::mutex> inner(down);
}

void turn_back() {
  {
    const std::lock_guard<std::mutex> entered(gate);
    const std::lock_guard<std::mutex> outer(right);
    const std::lock_guard<std::mutex> inner(left);
  }
  const std::lock_guard<std::mutex> outer(down);
  const std::lock_guard<std::mutex> inner(left);
}

int main() {
  std::thread one(turn);
  std::thread other(turn_back);
  one.join();
  other.join();
  return 0;
}
