// A real deadlock of three threads: each holds one fork and waits for the next.
#include <mutex>
#include <thread>

std::mutex forks[3];

void ada() {
  const std::lock_guard<std::mutex> left(forks[0]);
  const std::lock_guard<std::mutex> right(forks[1]);
}

void ben() {
  const std::lock_guard<std::mutex> left(forks[1]);
  const std::lock_guard<std::mutex> right(forks[2]);
}

void cleo() {
  const std::lock_guard<std::mutex> left(forks[2]);
  const std::lock_guard<std::mutex> right(forks[0]);
}

int main() {
  std::thread first(ada);
  std::thread second(ben);
  std::thread third(cleo);
  first.join();
  second.join();
  third.join();
  return 0;
}
