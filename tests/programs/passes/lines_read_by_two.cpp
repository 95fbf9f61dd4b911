// Two threads read lines from a stream on a pipe: one waits, and the other waits for the stream.
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <thread>

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  std::FILE* const input = fdopen(ends[0], "r");
  char first[8] = {};
  char second[8] = {};
  std::thread reader([&] { assert(std::fgets(first, sizeof first, input) != nullptr); });
  std::thread other([&] { assert(std::fgets(second, sizeof second, input) != nullptr); });
  assert(write(ends[1], "1\n2\n", 4) == 4);
  reader.join();
  other.join();
  assert(first[0] + second[0] == '1' + '2');
  std::fclose(input);
}
