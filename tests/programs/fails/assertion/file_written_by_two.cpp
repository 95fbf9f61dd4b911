// Two threads write to one file: the order shows in it.
#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <filesystem>
#include <string>
#include <thread>

// Beside the program, where nobody else writes.
const std::string name =
    std::filesystem::read_symlink("/proc/self/exe").parent_path() / "written_by_two";

void append(char letter) {
  const int file = open(name.c_str(), O_WRONLY | O_APPEND);
  assert(write(file, &letter, 1) == 1);
  close(file);
}

int main() {
  const int file = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  std::thread first(append, 'a');
  std::thread second(append, 'b');
  first.join();
  second.join();
  char text[3] = {};
  assert(read(file, text, 2) == 2);
  assert(std::string(text) == "ab");
}
