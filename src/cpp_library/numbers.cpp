// Conversions of floating-point numbers: the originals work on copies, which are read and written
// here.
#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <system_error>

#include "cpp_library/announced.hpp"

extern "C" void __tsan_read_range(const void* address, unsigned long size);

namespace heddle_cpp_library {
namespace {

constexpr std::ptrdiff_t kUsualText = 512;

std::to_chars_result moved(std::to_chars_result done, const char* copy, char* first, char* last) {
  if (done.ec != std::errc{}) return {last, done.ec};
  std::memcpy(first, copy, static_cast<std::size_t>(done.ptr - copy));
  return {first + (done.ptr - copy), {}};
}

// `convert` writes a number between two addresses.
template <typename Convert>
std::to_chars_result write_number(char* first, char* last, Convert convert) {
  const std::ptrdiff_t room = last - first;
  char usual[kUsualText] = {};
  const std::to_chars_result done = convert(usual, usual + std::min(room, kUsualText));
  if (done.ec == std::errc{} || room <= kUsualText) return moved(done, usual, first, last);
  const auto copy = std::make_unique<char[]>(static_cast<std::size_t>(room));
  return moved(convert(copy.get(), copy.get() + room), copy.get(), first, last);
}

// `convert` reads a number.  The text up to its end is announced, and read again: another thread
// may have changed it meanwhile.
template <typename Number, typename Convert>
std::from_chars_result read_number(const char* first, const char* last, Number& number,
                                   Convert convert) {
  Number copy{};
  const std::from_chars_result looked = convert(copy);
  const char* const end = looked.ptr == last ? last : looked.ptr + 1;
  if (end != first) __tsan_read_range(first, static_cast<unsigned long>(end - first));
  const std::from_chars_result done = convert(copy);
  if (done.ec == std::errc{}) number = copy;
  return done;
}

}  // namespace
}  // namespace heddle_cpp_library

using heddle_cpp_library::read_number;
using heddle_cpp_library::write_number;

#define HEDDLE_NUMBER(type, letter)                                                                \
  HEDDLE_ANNOUNCED(std::to_chars_result, write_##letter, "_ZSt8to_charsPcS_" #letter,              \
                   (char* first, char* last, type number)) {                                       \
    return write_number(                                                                           \
        first, last, [=](char* from, char* to) { return real_write_##letter(from, to, number); }); \
  }                                                                                                \
  HEDDLE_ANNOUNCED(std::to_chars_result, write_##letter##_as,                                      \
                   "_ZSt8to_charsPcS_" #letter "St12chars_format",                                 \
                   (char* first, char* last, type number, std::chars_format format)) {             \
    return write_number(first, last, [=](char* from, char* to) {                                   \
      return real_write_##letter##_as(from, to, number, format);                                   \
    });                                                                                            \
  }                                                                                                \
  HEDDLE_ANNOUNCED(std::to_chars_result, write_##letter##_exactly,                                 \
                   "_ZSt8to_charsPcS_" #letter "St12chars_formati",                                \
                   (char* first, char* last, type number, std::chars_format format, int digits)) { \
    return write_number(first, last, [=](char* from, char* to) {                                   \
      return real_write_##letter##_exactly(from, to, number, format, digits);                      \
    });                                                                                            \
  }                                                                                                \
  HEDDLE_ANNOUNCED(                                                                                \
      std::from_chars_result, read_##letter, "_ZSt10from_charsPKcS0_R" #letter "St12chars_format", \
      (const char* first, const char* last, type& number, std::chars_format format)) {             \
    return read_number(first, last, number,                                                        \
                       [=](type& copy) { return real_read_##letter(first, last, copy, format); }); \
  }

HEDDLE_NUMBER(float, f)
HEDDLE_NUMBER(double, d)
HEDDLE_NUMBER(long double, e)
