// strtol, atoi, strtod and similar functions, called by the program's own code: they read a text up
// to the character that ends its number, and store where that is.
#include <inttypes.h>
#include <stdlib.h>

#include <cerrno>

#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {
namespace {

// Returns how much of the text is read to find its number.  `parse` stores where the number ends.
template <typename Parse>
std::size_t number_size(const char* text, Parse parse) {
  const int before = errno;
  char* end = nullptr;
  parse(text, &end);
  errno = before;
  const std::size_t blanks = ::strspn(text, " \t\n\v\f\r");
  return std::max(static_cast<std::size_t>(end - text), blanks) + 1;
}

PlainAccess storing(char** end) { return writing(end, end != nullptr ? sizeof *end : 0); }

}  // namespace

#define HEDDLE_INTEGER_TEXT(type, name, real)                                                     \
  HEDDLE_WATCHED(type, name)(const char* text, char** end, int base) {                            \
    const auto parse = [base](const char* from, char** stop) { (void)::real(from, stop, base); }; \
    HEDDLE_WATCH(arguments(number_of(text), number_of(end), static_cast<unsigned>(base)),         \
                 reading(text, number_size(text, parse)), storing(end));                          \
    return ::real(text, end, base);                                                               \
  }

#define HEDDLE_FLOAT_TEXT(type, name)                                                       \
  HEDDLE_WATCHED(type, name)(const char* text, char** end) {                                \
    const auto parse = [](const char* from, char** stop) { (void)::name(from, stop); };     \
    HEDDLE_WATCH(all_of(text, end), reading(text, number_size(text, parse)), storing(end)); \
    return ::name(text, end);                                                               \
  }

#define HEDDLE_SHORT_TEXT(type, name, real)                                             \
  HEDDLE_WATCHED(type, name)(const char* text) {                                        \
    const auto parse = [](const char* from, char** stop) { (void)::real(from, stop); }; \
    HEDDLE_WATCH(arguments(number_of(text)), reading(text, number_size(text, parse)));  \
    return ::name(text);                                                                \
  }

HEDDLE_INTEGER_TEXT(long, strtol, strtol)
HEDDLE_INTEGER_TEXT(long long, strtoll, strtoll)
HEDDLE_INTEGER_TEXT(unsigned long, strtoul, strtoul)
HEDDLE_INTEGER_TEXT(unsigned long long, strtoull, strtoull)
HEDDLE_INTEGER_TEXT(intmax_t, strtoimax, strtoimax)
HEDDLE_INTEGER_TEXT(uintmax_t, strtoumax, strtoumax)

HEDDLE_FLOAT_TEXT(float, strtof)
HEDDLE_FLOAT_TEXT(double, strtod)
HEDDLE_FLOAT_TEXT(long double, strtold)

namespace {

void parse_decimal(const char* from, char** stop) { (void)::strtoll(from, stop, 10); }
void parse_float(const char* from, char** stop) { (void)::strtod(from, stop); }

}  // namespace

HEDDLE_SHORT_TEXT(int, atoi, heddle::native::parse_decimal)
HEDDLE_SHORT_TEXT(long, atol, heddle::native::parse_decimal)
HEDDLE_SHORT_TEXT(long long, atoll, heddle::native::parse_decimal)
HEDDLE_SHORT_TEXT(double, atof, heddle::native::parse_float)

// In newer C libraries these also accept 0b.  Programs that call them run where they exist.
extern "C" {
long __isoc23_strtol(const char*, char**, int) __attribute__((weak));
long long __isoc23_strtoll(const char*, char**, int) __attribute__((weak));
unsigned long __isoc23_strtoul(const char*, char**, int) __attribute__((weak));
unsigned long long __isoc23_strtoull(const char*, char**, int) __attribute__((weak));
intmax_t __isoc23_strtoimax(const char*, char**, int) __attribute__((weak));
uintmax_t __isoc23_strtoumax(const char*, char**, int) __attribute__((weak));
}

HEDDLE_INTEGER_TEXT(long, __isoc23_strtol, heddle::native::__isoc23_strtol)
HEDDLE_INTEGER_TEXT(long long, __isoc23_strtoll, heddle::native::__isoc23_strtoll)
HEDDLE_INTEGER_TEXT(unsigned long, __isoc23_strtoul, heddle::native::__isoc23_strtoul)
HEDDLE_INTEGER_TEXT(unsigned long long, __isoc23_strtoull, heddle::native::__isoc23_strtoull)
HEDDLE_INTEGER_TEXT(intmax_t, __isoc23_strtoimax, heddle::native::__isoc23_strtoimax)
HEDDLE_INTEGER_TEXT(uintmax_t, __isoc23_strtoumax, heddle::native::__isoc23_strtoumax)

#undef HEDDLE_INTEGER_TEXT
#undef HEDDLE_FLOAT_TEXT
#undef HEDDLE_SHORT_TEXT

}  // namespace heddle::native
