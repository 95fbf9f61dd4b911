// The C library's functions that use a stream without reading from it: they take its lock.

// Or the C library's header would define some of these functions itself.
#define __NO_INLINE__ 1
#include <stdio.h>
#include <wchar.h>

#include <cstdarg>

#include "interpose/interpose.hpp"
#include "interpose/io/file_use.hpp"
#include "interpose/io/stream_locks.hpp"
#include "interpose/io/stream_state.hpp"
#include "interpose/memory/formats.hpp"
#include "interpose/memory/string_sizes.hpp"

namespace heddle::native {
namespace {

PrintedArguments observed_arguments(const char* format, va_list list) {
  return controlled_quietly() ? printed_arguments(format, list) : PrintedArguments{};
}

int print(FILE* stream, const char* format, va_list list, Site site) {
  StreamUse use(stream, site, observed_arguments(format, list).numbers);
  use.access([&] { return printed_arguments(format, list).accesses; });
  return use.keep(HEDDLE_ORIGINAL(vfprintf)(stream, format, list));
}

// As programs print that are compiled with -D_FORTIFY_SOURCE.
int print_checked(FILE* stream, int flag, const char* format, va_list list, Site site) {
  StreamUse use(stream, site, observed_arguments(format, list).numbers);
  use.access([&] { return printed_arguments(format, list).accesses; });
  return use.keep(call_real<int>("__vfprintf_chk", stream, flag, format, list));
}

}  // namespace

#define HEDDLE_VARIADIC(call) \
  va_list list;               \
  va_start(list, format);     \
  const int printed = call;   \
  va_end(list);               \
  return printed

HEDDLE_INTERPOSE int vfprintf(FILE* stream, const char* format, va_list list) {
  return print(stream, format, list, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int vprintf(const char* format, va_list list) {
  return print(stdout, format, list, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int fprintf(FILE* stream, const char* format, ...) {
  HEDDLE_VARIADIC(print(stream, format, list, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int printf(const char* format, ...) {
  HEDDLE_VARIADIC(print(stdout, format, list, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int __vfprintf_chk(FILE* stream, int flag, const char* format, va_list list) {
  return print_checked(stream, flag, format, list, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __vprintf_chk(int flag, const char* format, va_list list) {
  return print_checked(stdout, flag, format, list, HEDDLE_CALLER);
}

HEDDLE_INTERPOSE int __fprintf_chk(FILE* stream, int flag, const char* format, ...) {
  HEDDLE_VARIADIC(print_checked(stream, flag, format, list, HEDDLE_CALLER));
}

HEDDLE_INTERPOSE int __printf_chk(int flag, const char* format, ...) {
  HEDDLE_VARIADIC(print_checked(stdout, flag, format, list, HEDDLE_CALLER));
}

#undef HEDDLE_VARIADIC

// One argument in addition to the stream, or none.
#define HEDDLE_USES(type, name, parameters, stream, argument, ...)        \
  HEDDLE_INTERPOSE type name parameters {                                 \
    StreamUse use(stream, HEDDLE_CALLER, arguments(number_of(argument))); \
    return use.keep(HEDDLE_ORIGINAL(name)(__VA_ARGS__));                  \
  }

HEDDLE_USES(int, fputc, (int letter, FILE* stream), stream, letter, letter, stream)
HEDDLE_USES(int, putc, (int letter, FILE* stream), stream, letter, letter, stream)
HEDDLE_USES(int, putchar, (int letter), stdout, letter, letter)
HEDDLE_USES(int, ungetc, (int letter, FILE* stream), stream, letter, letter, stream)
HEDDLE_USES(long, ftell, (FILE * stream), stream, 0, stream)
HEDDLE_USES(off_t, ftello, (FILE * stream), stream, 0, stream)
HEDDLE_USES(off64_t, ftello64, (FILE * stream), stream, 0, stream)
HEDDLE_USES(int, feof, (FILE * stream) noexcept, stream, 0, stream)
HEDDLE_USES(int, ferror, (FILE * stream) noexcept, stream, 0, stream)
HEDDLE_USES(wint_t, fputwc, (wchar_t letter, FILE* stream), stream, letter, letter, stream)
HEDDLE_USES(wint_t, putwc, (wchar_t letter, FILE* stream), stream, letter, letter, stream)
HEDDLE_USES(wint_t, putwchar, (wchar_t letter), stdout, letter, letter)

#undef HEDDLE_USES

// A text is read up to its end.
#define HEDDLE_PRINTS(name, parameters, stream, size, ...)            \
  HEDDLE_INTERPOSE int name parameters {                              \
    StreamUse use(stream, HEDDLE_CALLER, arguments(number_of(text))); \
    use.access([&] { return AccessList<1>{reading(text, size)}; });   \
    return use.keep(HEDDLE_ORIGINAL(name)(__VA_ARGS__));              \
  }

HEDDLE_PRINTS(fputs, (const char* text, FILE* stream), stream, whole_string(text), text, stream)
HEDDLE_PRINTS(puts, (const char* text), stdout, whole_string(text), text)
HEDDLE_PRINTS(fputws, (const wchar_t* text, FILE* stream), stream,
              (::wcslen(text) + 1) * sizeof *text, text, stream)

#undef HEDDLE_PRINTS

// Without a stream it flushes all, and waits for none.
HEDDLE_INTERPOSE int fflush(FILE* stream) {
  if (stream == nullptr && controlled()) use_files(FileUse::changes, kNoObject, HEDDLE_CALLER);
  before_writing_out(stream, arguments(number_of(stream)), HEDDLE_CALLER);
  StreamUse use(stream, HEDDLE_CALLER, kNoObject);
  return use.keep(HEDDLE_ORIGINAL(fflush)(stream));
}

HEDDLE_INTERPOSE std::size_t fwrite(const void* from, std::size_t size, std::size_t count,
                                    FILE* stream) {
  const ObjectId others = arguments(number_of(from), size, count);
  // Data that does not fit into a buffer bypasses it.
  if (controlled() && size * count >= BUFSIZ / 2) {
    before_writing_out(stream, others, HEDDLE_CALLER);
    note_written(-1, from, size * count);
  }
  StreamUse use(stream, HEDDLE_CALLER, others);
  use.access([&] { return AccessList<1>{reading(from, size * count)}; });
  return use.keep(HEDDLE_ORIGINAL(fwrite)(from, size, count, stream));
}

#define HEDDLE_SEEKS(name, offset_type)                                                         \
  HEDDLE_INTERPOSE int name(FILE* stream, offset_type offset, int whence) {                     \
    before_writing_out(stream, arguments(number_of(stream), number_of(offset)), HEDDLE_CALLER); \
    StreamUse use(stream, HEDDLE_CALLER, arguments(number_of(offset), number_of(whence)));      \
    return use.keep(HEDDLE_ORIGINAL(name)(stream, offset, whence));                             \
  }

HEDDLE_SEEKS(fseek, long)
HEDDLE_SEEKS(fseeko, off_t)
HEDDLE_SEEKS(fseeko64, off64_t)

#undef HEDDLE_SEEKS

HEDDLE_INTERPOSE void rewind(FILE* stream) {
  before_writing_out(stream, arguments(number_of(stream)), HEDDLE_CALLER);
  const StreamUse use(stream, HEDDLE_CALLER, kNoObject);
  HEDDLE_ORIGINAL(rewind)(stream);
}

HEDDLE_INTERPOSE void clearerr(FILE* stream) noexcept {
  const StreamUse use(stream, HEDDLE_CALLER, kNoObject);
  HEDDLE_ORIGINAL(clearerr)(stream);
}

HEDDLE_INTERPOSE void perror(const char* text) {
  StreamUse use(stderr, HEDDLE_CALLER, arguments(number_of(text)));
  use.access(
      [&] { return AccessList<1>{reading(text, text != nullptr ? whole_string(text) : 0)}; });
  HEDDLE_ORIGINAL(perror)(text);
}

}  // namespace heddle::native
