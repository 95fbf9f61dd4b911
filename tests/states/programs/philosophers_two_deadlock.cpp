// heddle: --points sync --keep-going
// Two philosophers who each take the fork on their left first and eat three times.
#include <array>
#include <mutex>
#include <thread>

std::array<std::mutex, 2> forks;

void dine(std::mutex& left, std::mutex& right) {
  for (int meal = 0; meal < 3; ++meal) {
    std::lock_guard first(left);
    std::lock_guard second(right);
  }
}

int main() {
  std::thread one([] { dine(forks[0], forks[1]); });
  std::thread two([] { dine(forks[1], forks[0]); });
  one.join();
  two.join();
}
