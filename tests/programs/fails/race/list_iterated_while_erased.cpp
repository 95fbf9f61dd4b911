// Bug: the list has no lock.  The links of its nodes are changed by code of the C++ library.
// heddle: --races error
#include <list>
#include <thread>

std::list<int> numbers{1, 2, 3};

int main() {
  std::thread eraser([] { numbers.erase(++numbers.begin()); });
  int sum = 0;
  for (const int number : numbers) sum += number;
  eraser.join();
  return sum < 0 ? 1 : 0;
}
