// The C library's own reading, which goes past `read`.  Standard input is allowed where every
// execution can read the same again.  A stream whose buffer is empty waits for its descriptor; one
// that then finds less than it needs blocks the process.

// Or the C library's header would define some of these functions itself.
#define __NO_INLINE__ 1
#include <stdio.h>

#include <cstdarg>

#include "native/descriptor_wait.hpp"
#include "native/interpose/interpose.hpp"
#include "native/interpose/stream_state.hpp"
#include "native/kernel_state.hpp"
#include "native/snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

void before_reading(FILE* stream, Site site) {
  if (!controlled()) return;
  note_kernel_call("stream");
  roll_back_streams();
  if (stream == stdin && !can_reread_input()) conductor().refuse(kInputSentence);
  const int file = ::fileno(stream);
  if (file >= 0 && stream->_IO_read_ptr >= stream->_IO_read_end) {
    wait_for_descriptor(file, POLLIN, site);
  }
  // The kernel fills it.
  if (stream->_IO_buf_base != nullptr) {
    dirty_pages().touch(stream->_IO_buf_base,
                        static_cast<std::size_t>(stream->_IO_buf_end - stream->_IO_buf_base));
  }
}

}  // namespace

#define HEDDLE_READS(type, name, parameters, stream, ...)     \
  HEDDLE_INTERPOSE type name parameters {                     \
    before_reading(stream, HEDDLE_CALLER);                    \
    return call_real<type>(#name __VA_OPT__(, ) __VA_ARGS__); \
  }

HEDDLE_READS(int, getc, (FILE * stream), stream, stream)
HEDDLE_READS(int, fgetc, (FILE * stream), stream, stream)
HEDDLE_READS(int, getchar, (), stdin)
HEDDLE_READS(int, getc_unlocked, (FILE * stream), stream, stream)
HEDDLE_READS(int, fgetc_unlocked, (FILE * stream), stream, stream)
HEDDLE_READS(int, getchar_unlocked, (), stdin)
// What the unlocked ones are compiled into.
HEDDLE_READS(int, __uflow, (FILE * stream), stream, stream)
HEDDLE_READS(char*, fgets, (char* into, int size, FILE* stream), stream, into, size, stream)
HEDDLE_READS(char*, fgets_unlocked, (char* into, int size, FILE* stream), stream, into, size,
             stream)
HEDDLE_READS(ssize_t, getline, (char** line, std::size_t* size, FILE* stream), stream, line, size,
             stream)
HEDDLE_READS(ssize_t, getdelim, (char** line, std::size_t* size, int end, FILE* stream), stream,
             line, size, end, stream)
HEDDLE_READS(ssize_t, __getdelim, (char** line, std::size_t* size, int end, FILE* stream), stream,
             line, size, end, stream)
#define HEDDLE_READS_BLOCK(name)                                                       \
  HEDDLE_INTERPOSE std::size_t name(void* buffer, std::size_t size, std::size_t count, \
                                    FILE* stream) {                                    \
    before_reading(stream, HEDDLE_CALLER);                                             \
    if (controlled()) dirty_pages().touch(buffer, size* count);                        \
    return call_real<std::size_t>(#name, buffer, size, count, stream);                 \
  }

HEDDLE_READS_BLOCK(fread)
HEDDLE_READS_BLOCK(fread_unlocked)

// scanf and its kin, under the names that compiled code has for them.
#define HEDDLE_READS_FORMATTED(prefix)                                                   \
  HEDDLE_INTERPOSE int prefix##vfscanf(FILE* stream, const char* format, va_list list) { \
    before_reading(stream, HEDDLE_CALLER);                                               \
    return call_real<int>(#prefix "vfscanf", stream, format, list);                      \
  }                                                                                      \
  HEDDLE_INTERPOSE int prefix##vscanf(const char* format, va_list list) {                \
    before_reading(stdin, HEDDLE_CALLER);                                                \
    return call_real<int>(#prefix "vfscanf", stdin, format, list);                       \
  }                                                                                      \
  HEDDLE_INTERPOSE int prefix##fscanf(FILE* stream, const char* format, ...) {           \
    before_reading(stream, HEDDLE_CALLER);                                               \
    va_list list;                                                                        \
    va_start(list, format);                                                              \
    const int count = call_real<int>(#prefix "vfscanf", stream, format, list);           \
    va_end(list);                                                                        \
    return count;                                                                        \
  }                                                                                      \
  HEDDLE_INTERPOSE int prefix##scanf(const char* format, ...) {                          \
    before_reading(stdin, HEDDLE_CALLER);                                                \
    va_list list;                                                                        \
    va_start(list, format);                                                              \
    const int count = call_real<int>(#prefix "vfscanf", stdin, format, list);            \
    va_end(list);                                                                        \
    return count;                                                                        \
  }

HEDDLE_READS_FORMATTED(__isoc99_)
HEDDLE_READS_FORMATTED(__isoc23_)

}  // namespace heddle::native
