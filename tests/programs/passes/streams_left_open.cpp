// Files that stay open at the end of an execution are closed and written; the next one finds the
// three standard streams, and its own list of streams, as they were.
#include <stdio.h>

#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

namespace {

// Standard output with a buffer of the program's heap.
void buffer_output() {
  assert(setvbuf(stdout, nullptr, _IOFBF, 1 << 14) == 0);
  printf("something that stays in the buffer");
}

void read_own_text(FILE* stream) {
  char line[32];
  fputs("first\nsecond 7\n", stream);
  rewind(stream);
  assert(fgets(line, sizeof line, stream) != nullptr);
  assert(std::strcmp(line, "first\n") == 0);
  int number = 0;
  assert(fscanf(stream, "%31s %d", line, &number) == 2);
  assert(number == 7);
}

}  // namespace

int main() {
  buffer_output();
  FILE* const left_open = tmpfile();
  assert(left_open != nullptr);
  read_own_text(left_open);
  char* text = nullptr;
  std::size_t size = 0;
  FILE* const in_memory = open_memstream(&text, &size);
  std::mutex mutex;
  std::thread other([&] {
    const std::lock_guard lock(mutex);
    fputs("b", in_memory);
  });
  {
    const std::lock_guard lock(mutex);
    fputs("a", in_memory);
  }
  other.join();
  fflush(in_memory);
  assert(size == 2);
  assert(std::strcmp(text, "ab") == 0 || std::strcmp(text, "ba") == 0);
  fclose(stdin);
}
