// Files that are open before main: every execution reads and writes where the first one did.
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

// One with a line, whose name nobody needs any more.
int make_file() {
  char name[] = "/tmp/heddle_corpus_XXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  assert(write(file, "line\n", 5) == 5 && lseek(file, 0, SEEK_SET) == 0);
  return file;
}

const int descriptor = make_file();
std::ifstream words("/proc/self/fd/" + std::to_string(descriptor));
FILE* const stream = fdopen(make_file(), "r+");

std::mutex mutex;
std::string seen;

void read_word() {
  const std::lock_guard lock(mutex);
  std::string word;
  words >> word;
  seen += word + ".";
}

int main() {
  std::thread other(read_word);
  read_word();
  other.join();
  assert(seen == "line..");
  char text[8] = {};
  assert(read(descriptor, text, 2) == 2 && text[0] == 'l' && text[1] == 'i');
  assert(fgets(text, sizeof text, stream) != nullptr && text[4] == '\n');
  // Both are closed by the end of the program, and by the program.
  fclose(stream);
}
