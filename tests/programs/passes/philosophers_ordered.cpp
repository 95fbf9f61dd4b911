// Three philosophers who all take the lower-numbered fork first: nobody starves.
// heddle: --bound preemptions=2
#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::array<std::mutex, 3> forks;
  std::array<int, 3> meals{};
  std::vector<std::thread> philosophers;
  for (std::size_t seat = 0; seat < 3; ++seat) {
    philosophers.emplace_back([&, seat] {
      const auto [low, high] = std::minmax({seat, (seat + 1) % 3});
      std::lock_guard first(forks[low]);
      std::lock_guard second(forks[high]);
      ++meals[seat];
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
  assert(meals[0] + meals[1] + meals[2] == 3);
}
