// Bug: one thread reads a line while the other one asks for the state of the stream.
// heddle: --races error
#include <sstream>
#include <string>
#include <thread>

std::istringstream in("line");

int main() {
  std::string line;
  std::thread reader([&] { std::getline(in, line); });
  const bool is_at_end = in.eof();
  reader.join();
  return is_at_end && line.empty() ? 1 : 0;
}
