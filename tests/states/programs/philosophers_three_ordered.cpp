// heddle: --points sync
// Three philosophers who take the lower fork first: no deadlock.
#include <algorithm>
#include <array>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::array<std::mutex, 3> forks;
  int meals = 0;
  std::mutex counting;
  std::vector<std::thread> philosophers;
  for (std::size_t seat = 0; seat < 3; ++seat) {
    philosophers.emplace_back([&, seat] {
      const std::size_t next = (seat + 1) % 3;
      std::lock_guard lower(forks[std::min(seat, next)]);
      std::lock_guard upper(forks[std::max(seat, next)]);
      std::lock_guard lock(counting);
      ++meals;
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
  return meals == 3 ? 0 : 1;
}
