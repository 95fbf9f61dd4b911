// Bug: three philosophers each take the fork on their left first.
#include <array>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::array<std::mutex, 3> forks;
  std::vector<std::thread> philosophers;
  for (std::size_t seat = 0; seat < 3; ++seat) {
    philosophers.emplace_back([&, seat] {
      std::lock_guard left(forks[seat]);
      std::lock_guard right(forks[(seat + 1) % 3]);
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
}
