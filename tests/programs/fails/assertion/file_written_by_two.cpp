// Two threads write to one file: the order shows in it.
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <string>
#include <thread>

std::string name = "/tmp/heddle_corpus_two_XXXXXX";

void append(char letter) {
  const int file = open(name.c_str(), O_WRONLY | O_APPEND);
  assert(write(file, &letter, 1) == 1);
  close(file);
}

int main() {
  const int file = mkstemp(name.data());
  std::thread first(append, 'a');
  std::thread second(append, 'b');
  first.join();
  second.join();
  char text[3] = {};
  assert(read(file, text, 2) == 2);
  assert(std::string(text) == "ab");
}
