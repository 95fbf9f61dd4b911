// Bug: two threads hook their element into a list, and one of the two gets lost.
#include <cassert>
#include <list>
#include <thread>

std::list<int> numbers;

int main() {
  std::thread other([] { numbers.push_back(1); });
  numbers.push_back(2);
  other.join();
  const int first = numbers.front();
  const int last = numbers.back();
  assert(first + last == 3);
}
