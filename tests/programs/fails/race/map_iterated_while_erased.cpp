// Bug: the map has no lock.  Its nodes are walked and relinked by code of the C++ library.
// heddle: --races error
#include <map>
#include <thread>

std::map<int, int> ages{{1, 10}, {2, 20}, {3, 30}, {4, 40}};

int main() {
  std::thread eraser([] { ages.erase(1); });
  int sum = 0;
  for (auto at = ages.find(3); at != ages.end(); ++at) sum += at->second;
  eraser.join();
  return sum < 0 ? 1 : 0;
}
