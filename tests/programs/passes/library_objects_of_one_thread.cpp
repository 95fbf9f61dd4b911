// Each thread calls functions of libstdc++.so that are not observed, for objects of its own.
#include <cassert>
#include <charconv>
#include <filesystem>
#include <thread>

static int work(double number) {
  std::filesystem::path path = "folder";
  path /= "file";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  return static_cast<int>(path.native().size()) + static_cast<int>(end - text);
}

int main() {
  int first = 0;
  std::thread other([&] { first = work(1.5); });
  const int second = work(2.25);
  other.join();
  assert(first == 14 && second == 15);
}
