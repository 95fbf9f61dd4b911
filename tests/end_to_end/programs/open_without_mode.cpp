// Correct: two threads read this program's first byte.  The register of a mode that open does not
// need holds another value each time.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cassert>
#include <ctime>
#include <thread>

#include "behind_the_back.hpp"

char** arguments;

void read_first_byte() {
  timespec now{};
  behind_the_back(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&now));
  const auto anything = static_cast<unsigned>(now.tv_nsec);
  now = {};
  const int file = open(arguments[0], O_RDONLY, anything);
  char byte = 0;
  assert(read(file, &byte, 1) == 1 && byte == 0x7f);
  close(file);
}

int main(int, char** argv) {
  arguments = argv;
  std::thread other(read_first_byte);
  read_first_byte();
  other.join();
}
