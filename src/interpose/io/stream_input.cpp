// The C library's own reading, which goes past `read`.  Standard input is allowed where every
// execution can read the same again.  A stream whose buffer is empty waits for its descriptor; one
// that then finds less than it needs blocks the process.

// Or the C library's header would define some of these functions itself.
#define __NO_INLINE__ 1
#include <stdio.h>

#include <cerrno>
#include <cstdarg>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/io/stream_locks.hpp"
#include "interpose/io/stream_state.hpp"
#include "interpose/memory/formats.hpp"
#include "interpose/memory/string_sizes.hpp"
#include "runtime/descriptor_wait.hpp"
#include "runtime/kernel_state.hpp"
#include "snapshot/dirty_pages.hpp"

namespace heddle::native {
namespace {

void before_reading(FILE* stream, Site site) {
  if (!controlled()) return;
  note_kernel_call("stream");
  roll_back_streams();
  if (stream == stdin && !can_reread_input()) scheduler().refuse(kInputSentence);
  const int file = ::fileno(stream);
  if (file >= 0 && stream->_IO_read_ptr >= stream->_IO_read_end) {
    use_file(file, arguments(number_of(stream)), site);
    wait_for_descriptor(file, POLLIN, site);
  }
  // The kernel fills it.
  if (stream->_IO_buf_base != nullptr) {
    dirty_pages().touch(stream->_IO_buf_base,
                        static_cast<std::size_t>(stream->_IO_buf_end - stream->_IO_buf_base));
  }
}

int scan(const char* name, FILE* stream, const char* format, va_list list, Site site) {
  ScanTargets targets;
  if (controlled_quietly()) targets = scan_targets(format, list);
  StreamUse use(stream, site, targets.numbers);
  before_reading(stream, site);
  const int conversions = call_real<int>(name, stream, format, list);
  const int error = errno;
  use.accessed(reading(format, targets.format_size));
  for (std::size_t i = 0; i < targets.written(conversions); ++i) {
    use.accessed(targets.all[i].after());
  }
  errno = error;
  return use.keep(conversions);
}

template <typename... Arguments>
ObjectId mixed(Arguments... given) {
  return arguments(number_of(given)...);
}

}  // namespace

#define HEDDLE_READS_UNLOCKED(type, name, parameters, stream, ...) \
  HEDDLE_INTERPOSE type name parameters {                          \
    before_reading(stream, HEDDLE_CALLER);                         \
    return call_real<type>(#name __VA_OPT__(, ) __VA_ARGS__);      \
  }

#define HEDDLE_READS(type, name, parameters, stream, ...)               \
  HEDDLE_INTERPOSE type name parameters {                               \
    StreamUse use(stream, HEDDLE_CALLER, mixed(__VA_ARGS__));           \
    before_reading(stream, HEDDLE_CALLER);                              \
    return use.keep(call_real<type>(#name __VA_OPT__(, ) __VA_ARGS__)); \
  }

HEDDLE_READS(int, getc, (FILE * stream), stream, stream)
HEDDLE_READS(int, fgetc, (FILE * stream), stream, stream)
HEDDLE_READS(int, getchar, (), stdin)
HEDDLE_READS_UNLOCKED(int, getc_unlocked, (FILE * stream), stream, stream)
HEDDLE_READS_UNLOCKED(int, fgetc_unlocked, (FILE * stream), stream, stream)
HEDDLE_READS_UNLOCKED(int, getchar_unlocked, (), stdin)
// The unlocked functions are compiled into this call.
HEDDLE_READS_UNLOCKED(int, __uflow, (FILE * stream), stream, stream)

HEDDLE_INTERPOSE char* fgets(char* into, int size, FILE* stream) {
  StreamUse use(stream, HEDDLE_CALLER, mixed(into, size, stream));
  before_reading(stream, HEDDLE_CALLER);
  char* const read = call_real<char*>("fgets", into, size, stream);
  if (read != nullptr) use.accessed(writing(into, whole_string(into)));
  return use.keep(read);
}

HEDDLE_READS_UNLOCKED(char*, fgets_unlocked, (char* into, int size, FILE* stream), stream, into,
                      size, stream)
// The line lies in memory that the call may have allocated.
#define HEDDLE_READS_LINE(name, parameters, ...)                                         \
  HEDDLE_INTERPOSE ssize_t name parameters {                                             \
    StreamUse use(stream, HEDDLE_CALLER, mixed(__VA_ARGS__));                            \
    before_reading(stream, HEDDLE_CALLER);                                               \
    const ssize_t length = call_real<ssize_t>(#name, __VA_ARGS__);                       \
    use.accessed(writing(line, sizeof *line));                                           \
    use.accessed(writing(size, sizeof *size));                                           \
    if (length >= 0) use.accessed(writing(*line, static_cast<std::size_t>(length) + 1)); \
    return use.keep(length);                                                             \
  }

HEDDLE_READS_LINE(getline, (char** line, std::size_t* size, FILE* stream), line, size, stream)
HEDDLE_READS_LINE(getdelim, (char** line, std::size_t* size, int end, FILE* stream), line, size,
                  end, stream)
HEDDLE_READS_LINE(__getdelim, (char** line, std::size_t* size, int end, FILE* stream), line, size,
                  end, stream)

HEDDLE_INTERPOSE std::size_t fread(void* buffer, std::size_t size, std::size_t count,
                                   FILE* stream) {
  StreamUse use(stream, HEDDLE_CALLER, mixed(buffer, size, count));
  before_reading(stream, HEDDLE_CALLER);
  if (controlled()) dirty_pages().touch(buffer, size * count);
  const std::size_t read = call_real<std::size_t>("fread", buffer, size, count, stream);
  use.accessed(writing(buffer, read * size));
  return use.keep(read);
}

HEDDLE_INTERPOSE std::size_t fread_unlocked(void* buffer, std::size_t size, std::size_t count,
                                            FILE* stream) {
  before_reading(stream, HEDDLE_CALLER);
  if (controlled()) dirty_pages().touch(buffer, size * count);
  return call_real<std::size_t>("fread_unlocked", buffer, size, count, stream);
}

// scanf and its kin, under the names that compiled code has for them.
#define HEDDLE_READS_FORMATTED(prefix)                                                   \
  HEDDLE_INTERPOSE int prefix##vfscanf(FILE* stream, const char* format, va_list list) { \
    return scan(#prefix "vfscanf", stream, format, list, HEDDLE_CALLER);                 \
  }                                                                                      \
  HEDDLE_INTERPOSE int prefix##vscanf(const char* format, va_list list) {                \
    return scan(#prefix "vfscanf", stdin, format, list, HEDDLE_CALLER);                  \
  }                                                                                      \
  HEDDLE_INTERPOSE int prefix##fscanf(FILE* stream, const char* format, ...) {           \
    va_list list;                                                                        \
    va_start(list, format);                                                              \
    const int count = scan(#prefix "vfscanf", stream, format, list, HEDDLE_CALLER);      \
    va_end(list);                                                                        \
    return count;                                                                        \
  }                                                                                      \
  HEDDLE_INTERPOSE int prefix##scanf(const char* format, ...) {                          \
    va_list list;                                                                        \
    va_start(list, format);                                                              \
    const int count = scan(#prefix "vfscanf", stdin, format, list, HEDDLE_CALLER);       \
    va_end(list);                                                                        \
    return count;                                                                        \
  }

HEDDLE_READS_FORMATTED(__isoc99_)
HEDDLE_READS_FORMATTED(__isoc23_)

}  // namespace heddle::native
