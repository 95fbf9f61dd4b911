// Bug: the text changes between two conversions of it.
#include <cassert>
#include <cstdlib>
#include <thread>

char text[4] = "1";

int main() {
  std::thread writer([] { text[0] = '2'; });
  const long first = std::strtol(text, nullptr, 10);
  const int second = std::atoi(text);
  writer.join();
  assert(first == second);
}
