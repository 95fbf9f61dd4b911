// The C library's own reading of standard input, which goes past `read`: allowed where every
// execution can read the same again.
#include <stdio.h>

#include "native/interpose/interpose.hpp"
#include "native/kernel_state.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

void before_reading(FILE* stream) {
  if (!controlled()) return;
  note_kernel_call("stream");
  if (stream == stdin && !can_reread_input()) conductor().refuse(kInputSentence);
}

}  // namespace

HEDDLE_INTERPOSE int getc(FILE* stream) {
  before_reading(stream);
  return call_real<int>("getc", stream);
}

HEDDLE_INTERPOSE int fgetc(FILE* stream) {
  before_reading(stream);
  return call_real<int>("fgetc", stream);
}

HEDDLE_INTERPOSE int getchar() {
  before_reading(stdin);
  return call_real<int>("getchar");
}

HEDDLE_INTERPOSE char* fgets(char* into, int size, FILE* stream) {
  before_reading(stream);
  return call_real<char*>("fgets", into, size, stream);
}

HEDDLE_INTERPOSE ssize_t getline(char** line, std::size_t* size, FILE* stream) {
  before_reading(stream);
  return call_real<ssize_t>("getline", line, size, stream);
}

HEDDLE_INTERPOSE std::size_t fread(void* buffer, std::size_t size, std::size_t count,
                                   FILE* stream) {
  before_reading(stream);
  if (controlled()) dirty_pages().touch(buffer, size * count);
  return call_real<std::size_t>("fread", buffer, size, count, stream);
}

}  // namespace heddle::native
