// Philosophers: each takes the fork on the left, then the one on the right.  With a second argument
// the last one begins on the right.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

int main(int count, char** arguments) {
  const std::size_t size = std::strtoul(arguments[1], nullptr, 10);
  const bool is_ordered = count > 2;
  std::vector<std::mutex> forks(size);
  std::vector<std::thread> philosophers;
  for (std::size_t i = 0; i < size; ++i) {
    philosophers.emplace_back([&, i] {
      const std::size_t next = (i + 1) % size;
      const bool swaps = is_ordered && next == 0;
      std::scoped_lock first(forks[swaps ? next : i]);
      std::scoped_lock second(forks[swaps ? i : next]);
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
}
