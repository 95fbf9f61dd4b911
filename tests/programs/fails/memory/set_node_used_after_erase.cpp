// Bug: an iterator climbs from a node of the set that another thread erases.
#include <set>
#include <thread>

std::set<int> numbers{1, 2, 3};

int main() {
  std::thread eraser([] { numbers.erase(2); });
  int sum = 0;
  for (const int number : numbers) sum += number;
  eraser.join();
  return sum < 0 ? 1 : 0;
}
