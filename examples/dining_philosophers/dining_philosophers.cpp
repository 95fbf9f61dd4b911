// Three philosophers sit around a table with three forks.  Each takes the fork on the left, then
// the one on the right, eats, and puts both back.
#include <array>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

constexpr std::size_t kSeats = 3;

std::array<std::mutex, kSeats> forks;

void dine(std::size_t seat) {
  std::lock_guard left(forks[seat]);
  std::lock_guard right(forks[(seat + 1) % kSeats]);
}

int main() {
  std::vector<std::thread> philosophers;
  for (std::size_t seat = 0; seat < kSeats; ++seat) philosophers.emplace_back(dine, seat);
  for (std::thread& philosopher : philosophers) philosopher.join();
}
