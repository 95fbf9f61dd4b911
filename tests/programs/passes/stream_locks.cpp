// The lock of a stream keeps others out, and lets its holder print; a function of the program's
// that a stream calls is called by one thread at a time.
#include <stdio.h>
#include <stdlib.h>

#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

namespace {

std::atomic<int> inside{0};

// A scheduling point with the C library's lock of the stream held.
ssize_t write_alone(void*, const char*, std::size_t size) {
  assert(inside.fetch_add(1) == 0);
  assert(inside.fetch_sub(1) == 1);
  return static_cast<ssize_t>(size);
}

void print_two_parts(FILE* stream, char letter, std::atomic<int>& moves) {
  flockfile(stream);
  flockfile(stream);
  fputc(letter, stream);
  moves.fetch_add(1);
  fprintf(stream, "%c", letter);
  funlockfile(stream);
  funlockfile(stream);
}

}  // namespace

int main() {
  char* text = nullptr;
  std::size_t size = 0;
  FILE* const in_memory = open_memstream(&text, &size);
  FILE* const own = fopencookie(nullptr, "w", {nullptr, write_alone, nullptr, nullptr});
  setvbuf(own, nullptr, _IONBF, 0);
  std::atomic<int> moves{0};
  std::thread other([&] {
    print_two_parts(in_memory, 'b', moves);
    fputs("b", own);
  });
  if (ftrylockfile(in_memory) == 0) {
    fputs("aa", in_memory);
    funlockfile(in_memory);
  } else {
    fputs("aa", in_memory);
  }
  fputs("a", own);
  other.join();
  fclose(own);
  fclose(in_memory);
  assert(std::strcmp(text, "aabb") == 0 || std::strcmp(text, "bbaa") == 0);
  free(text);
}
