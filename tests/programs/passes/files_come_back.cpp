// Files and descriptors are as at the start in every execution, whatever the one before did.
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <fstream>
#include <string>
#include <thread>

int main() {
  const int made = open("made.txt", O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(made >= 0);
  static const int number = made;
  assert(number == made);
  std::thread other([] { assert(write(number, "y", 1) == 1); });
  assert(write(made, "x", 1) == 1);
  other.join();
  std::string content;
  std::ifstream("made.txt") >> content;
  assert(content == "xy" || content == "yx");
  assert(std::ofstream("made.txt", std::ios::app) << "z");
  // Left open, and left behind.
}
