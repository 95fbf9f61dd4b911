// Functions of the C library that convert between texts, dates, addresses and numbers in memory of
// the caller, called by the program's own code.
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include <cerrno>

#include "interpose/memory/caller_memory.hpp"
#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"
#include "runtime/library_state.hpp"

namespace heddle::native {
namespace {

std::size_t whole_text(const wchar_t* text) { return (::wcslen(text) + 1) * sizeof *text; }

constexpr std::size_t kDateText = 26;  // of asctime_r: "Thu Jan  1 00:00:00 1970\n" and the end

// The token that strtok_r or strsep finds in a text: what is read, and where its end is written.
struct Token {
  std::size_t read = 0;
  char* end = nullptr;
};

Token token_in(char* text, const char* between, bool skips) {
  if (text == nullptr) return {};
  const std::size_t skipped = skips ? ::strspn(text, between) : 0;
  const std::size_t length = skipped + ::strcspn(text + skipped, between);
  return {length + 1, text[length] != 0 ? text + length : nullptr};
}

}  // namespace

// ---- dates ----

HEDDLE_WATCHED(tm*, gmtime_r)(const time_t* time, tm* into) {
  HEDDLE_WATCH(all_of(time, into), reading(time, sizeof *time), writing(into, sizeof *into));
  return ::gmtime_r(time, into);
}

HEDDLE_WATCHED(char*, asctime_r)(const tm* parts, char* into) {
  HEDDLE_WATCH(all_of(parts, into), reading(parts, sizeof *parts), writing(into, kDateText));
  return ::asctime_r(parts, into);
}

HEDDLE_WATCHED(char*, ctime_r)(const time_t* time, char* into) {
  HEDDLE_WATCH(all_of(time, into), reading(time, sizeof *time), writing(into, kDateText),
               reading(&environ, sizeof environ));
  return ::ctime_r(time, into);
}

HEDDLE_WATCHED(time_t, timegm)(tm* parts) {
  HEDDLE_WATCH(arguments(number_of(parts)), reading(parts, sizeof *parts),
               writing(parts, sizeof *parts));
  return ::timegm(parts);
}

HEDDLE_WATCHED(char*, strptime)(const char* text, const char* format, tm* into) {
  HEDDLE_WATCH(all_of(text, format, number_of(into)), reading(text, whole_string(text)),
               reading(format, whole_string(format)), writing(into, sizeof *into));
  return ::strptime(text, format, into);
}

// ---- words ----

namespace {

[[gnu::always_inline]] inline char* next_token(char* text, const char* between, char** place) {
  const auto begin = [&] { return text != nullptr ? text : *place; };
  HEDDLE_WATCH(all_of(text, between, number_of(place)), reading(between, whole_string(between)),
               reading(place, text == nullptr ? sizeof *place : 0),
               reading(begin(), token_in(begin(), between, true).read),
               optional(writing(token_in(begin(), between, true).end, 1)),
               writing(place, sizeof *place));
  return ::strtok_r(text, between, place);
}

}  // namespace

HEDDLE_WATCHED(char*, strtok_r)(char* text, const char* between, char** place) {
  return next_token(text, between, place);
}

// Where it goes on is the program's, and shared by its threads without protection.
HEDDLE_INTERPOSE char* strtok(char* text, const char* between) noexcept {
  if (!controlled()) return call_real<char*>("strtok", text, between);
  return next_token(text, between, &library_state().token);
}

HEDDLE_WATCHED(char*, strsep)(char** place, const char* between) {
  HEDDLE_WATCH(
      all_of(place, between), reading(between, whole_string(between)),
      reading(place, sizeof *place), reading(*place, token_in(*place, between, false).read),
      optional(writing(token_in(*place, between, false).end, 1)), writing(place, sizeof *place));
  return ::strsep(place, between);
}

HEDDLE_WATCHED(int, strcoll)(const char* one, const char* other) {
  HEDDLE_WATCH(all_of(one, other), reading(one, whole_string(one)),
               reading(other, whole_string(other)));
  return ::strcoll(one, other);
}

HEDDLE_WATCHED(int, strverscmp)(const char* one, const char* other) {
  HEDDLE_WATCH(all_of(one, other), reading(one, whole_string(one)),
               reading(other, whole_string(other)));
  return ::strverscmp(one, other);
}

HEDDLE_WATCHED(size_t, strxfrm)(char* to, const char* from, size_t size) {
  const auto written = [&] { return std::min(::strxfrm(nullptr, from, 0) + 1, size); };
  HEDDLE_WATCH(all_of(to, from, size), reading(from, whole_string(from)),
               optional(writing(to, written())));
  return ::strxfrm(to, from, size);
}

// ---- errors ----

// Returns its own text or one of the C library's.
HEDDLE_WATCHED(char*, strerror_r)(int number, char* into, size_t size) {
  const auto written = [&] {
    char text[128];
    return ::strerror_r(number, text, sizeof text) == text ? std::min(::strlen(text) + 1, size)
                                                           : std::size_t{0};
  };
  HEDDLE_WATCH(arguments(static_cast<unsigned>(number), number_of(into), size),
               optional(writing(into, written())));
  return ::strerror_r(number, into, size);
}

extern "C" int __xpg_strerror_r(int number, char* into, size_t size);

HEDDLE_WATCHED(int, __xpg_strerror_r)(int number, char* into, size_t size) {
  const auto written = [&] {
    char text[128] = {};
    __xpg_strerror_r(number, text, sizeof text);
    return std::min(::strlen(text) + 1, size);
  };
  HEDDLE_WATCH(arguments(static_cast<unsigned>(number), number_of(into), size),
               optional(writing(into, written())));
  return heddle::native::__xpg_strerror_r(number, into, size);
}

// ---- addresses ----

HEDDLE_WATCHED(const char*, inet_ntop)
(int family, const void* address, char* into, socklen_t size) {
  const std::size_t bytes = family == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr);
  const auto written = [&] {
    char text[INET6_ADDRSTRLEN] = {};
    const int before = errno;
    const bool fits = ::inet_ntop(family, address, text, sizeof text) != nullptr;
    errno = before;
    return fits && ::strlen(text) < size ? ::strlen(text) + 1 : 0;
  };
  HEDDLE_WATCH(arguments(number_of(address), number_of(into), size, static_cast<unsigned>(family)),
               reading(address, bytes), optional(writing(into, written())));
  return ::inet_ntop(family, address, into, size);
}

HEDDLE_WATCHED(int, inet_pton)(int family, const char* text, void* into) {
  const std::size_t bytes = family == AF_INET6 ? sizeof(in6_addr) : sizeof(in_addr);
  HEDDLE_WATCH(all_of(text, into, static_cast<unsigned>(family)), reading(text, whole_string(text)),
               writing(into, bytes));
  return ::inet_pton(family, text, into);
}

// ---- wide texts ----

HEDDLE_WATCHED(wchar_t*, wcscpy)(wchar_t* to, const wchar_t* from) {
  HEDDLE_WATCH(all_of(to, from), reading(from, whole_text(from)), writing(to, whole_text(from)));
  return ::wcscpy(to, from);
}

HEDDLE_WATCHED(wchar_t*, wcscat)(wchar_t* to, const wchar_t* from) {
  HEDDLE_WATCH(all_of(to, from), reading(to, whole_text(to)), reading(from, whole_text(from)),
               writing(to + ::wcslen(to), whole_text(from)));
  return ::wcscat(to, from);
}

HEDDLE_WATCHED(int, wcscmp)(const wchar_t* one, const wchar_t* other) {
  HEDDLE_WATCH(all_of(one, other), reading(one, whole_text(one)),
               reading(other, whole_text(other)));
  return ::wcscmp(one, other);
}

HEDDLE_WATCHED(size_t, mbstowcs)(wchar_t* to, const char* from, size_t count) {
  const auto written = [&] {
    const std::size_t length = ::mbstowcs(nullptr, from, 0);
    return length == SIZE_MAX ? 0 : std::min(length + 1, count) * sizeof *to;
  };
  HEDDLE_WATCH(all_of(to, from, count), reading(from, whole_string(from)),
               optional(writing(to, written())));
  return ::mbstowcs(to, from, count);
}

HEDDLE_WATCHED(size_t, wcstombs)(char* to, const wchar_t* from, size_t size) {
  const auto written = [&] {
    const std::size_t length = ::wcstombs(nullptr, from, 0);
    return length == SIZE_MAX ? 0 : std::min(length + 1, size);
  };
  HEDDLE_WATCH(all_of(to, from, size), reading(from, whole_text(from)),
               optional(writing(to, written())));
  return ::wcstombs(to, from, size);
}

}  // namespace heddle::native
