// Bug: two threads read words from one string stream without a lock.
// heddle: --races error
#include <sstream>
#include <string>
#include <thread>

std::istringstream in("one two");

int main() {
  std::string first;
  std::string second;
  std::thread other([&] { in >> second; });
  in >> first;
  other.join();
  return first == second ? 1 : 0;
}
