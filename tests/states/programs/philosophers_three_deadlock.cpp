// heddle: --points sync --keep-going
// Three philosophers who each take the fork on their left first.
#include <array>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::array<std::mutex, 3> forks;
  std::vector<std::thread> philosophers;
  for (std::size_t seat = 0; seat < 3; ++seat) {
    philosophers.emplace_back([&, seat] {
      for (int meal = 0; meal < 4; ++meal) {
        std::lock_guard left(forks[seat]);
        std::lock_guard right(forks[(seat + 1) % 3]);
      }
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
}
