// Bug: standard output is a file, and which thread prints first is not decided.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <thread>

int main() {
  char name[] = "/tmp/heddle_printed_XXXXXX";
  if (mkstemp(name) < 0) return 0;
  if (std::freopen(name, "w", stdout) == nullptr) return 0;
  std::thread other([] { std::putchar('b'); });
  std::putchar('a');
  other.join();
  std::fflush(stdout);
  std::FILE* const file = std::fopen(name, "r");
  const int first = std::fgetc(file);
  std::fclose(file);
  assert(first == 'a');
}
