// Bug: which line comes first is not decided.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <thread>

int main() {
  std::FILE* const file = std::tmpfile();
  std::thread first([file] { std::fputs("a", file); });
  std::thread second([file] { std::fputs("b", file); });
  first.join();
  second.join();
  std::rewind(file);
  char line[4] = {};
  std::fgets(line, sizeof line, file);
  std::fclose(file);
  assert(std::strcmp(line, "ba") != 0);
}
