// Bug: two threads write to one string stream without a lock.  The stream's code is the library's.
// heddle: --races error
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  std::thread other([] { out << 1; });
  out << 2;
  other.join();
  return out.str().size() == 2 ? 0 : 1;
}
