// Two threads write numbers as texts into one buffer.  std::to_chars of floating-point numbers is
// code of libstdc++.so.
// heddle: --races error
#include <charconv>
#include <thread>

char text[32];

int main() {
  std::thread other([] { std::to_chars(text, text + sizeof text, 1.5); });
  std::to_chars(text, text + sizeof text, 2.5);
  other.join();
}
