// No deadlock: `gate` is held by each thread that takes the other two locks in either order.
#include <mutex>
#include <thread>

std::mutex gate;
std::mutex first;
std::mutex second;
int rounds = 0;

void forward() {
  const std::lock_guard<std::mutex> entered(gate);
  const std::lock_guard<std::mutex> outer(first);
  const std::lock_guard<std::mutex> inner(second);
  rounds++;
}

void backward() {
  const std::lock_guard<std::mutex> entered(gate);
  const std::lock_guard<std::mutex> outer(second);
  const std::lock_guard<std::mutex> inner(first);
  rounds--;
}

int main() {
  std::thread one(forward);
  std::thread other(backward);
  one.join();
  other.join();
  return rounds;
}
