// Bug: one thread prints a number, which resets the width of the stream that the other one reads.
// heddle: --races error
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  out.width(4);
  std::thread other([] { out << 1.5; });
  const auto width = out.width();
  other.join();
  return width > 4 ? 1 : 0;
}
