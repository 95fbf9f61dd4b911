// Dining philosophers: `philosophers [SEATS [MEALS [deadlock]]]`.  Everybody takes the lower fork
// first, so that nobody starves; with `deadlock` everybody takes the left one first.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace {

void dine(std::mutex& first, std::mutex& second, int meals) {
  for (int i = 0; i < meals; ++i) {
    std::lock_guard one(first);
    std::lock_guard two(second);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto seats = static_cast<std::size_t>(argc > 1 ? std::max(std::atoi(argv[1]), 2) : 3);
  const int meals = argc > 2 ? std::atoi(argv[2]) : 1;
  const bool deadlock = argc > 3 && std::string_view(argv[3]) == "deadlock";
  std::vector<std::mutex> forks(seats);
  std::vector<std::thread> philosophers;
  philosophers.reserve(seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const std::size_t left = seat;
    const std::size_t right = (seat + 1) % seats;
    const bool swap = !deadlock && right < left;
    philosophers.emplace_back([&forks, meals, one = swap ? right : left,
                               two = swap ? left : right] { dine(forks[one], forks[two], meals); });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
}
