// heddle: --races error
// Bug: two threads set up one stream.  Not every compiler inlines the manipulator.
#include <iomanip>
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  std::thread other([] { out << std::setprecision(3); });
  out << std::setprecision(4);
  other.join();
}
