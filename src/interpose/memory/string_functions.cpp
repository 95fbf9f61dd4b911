// strlen, strcmp, strchr and similar functions, called by the program's own code.  A string is read
// up to the last byte that its function needs.
#include <ctype.h>
#include <string.h>
#include <wchar.h>

#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {
namespace {

// Returns how many bytes of two strings are compared, up to the first difference.
template <typename Fold>
std::size_t compared(const char* one, const char* other, std::size_t limit, Fold fold) {
  for (std::size_t i = 0; i < limit; ++i) {
    if (fold(one[i]) != fold(other[i]) || one[i] == '\0') return i + 1;
  }
  return limit;
}

std::size_t compared(const char* one, const char* other, std::size_t limit = SIZE_MAX) {
  return compared(one, other, limit, [](char c) { return c; });
}

std::size_t compared_without_case(const char* one, const char* other,
                                  std::size_t limit = SIZE_MAX) {
  return compared(one, other, limit,
                  [](char c) { return ::tolower(static_cast<unsigned char>(c)); });
}

std::size_t searched(const char* in, const char* what, const char* found) {
  if (found == nullptr) return whole_string(in);
  return static_cast<std::size_t>(found - in) + ::strlen(what);
}

}  // namespace

HEDDLE_WATCHED(size_t, strlen)(const char* text) {
  HEDDLE_WATCH(kNoObject, reading(text, whole_string(text)));
  return cleanly(::strlen(text));
}

HEDDLE_WATCHED(size_t, strnlen)(const char* text, size_t limit) {
  HEDDLE_WATCH(arguments(limit), reading(text, limited_string(text, limit)));
  return cleanly(::strnlen(text, limit));
}

HEDDLE_WATCHED(size_t, wcslen)(const wchar_t* text) {
  HEDDLE_WATCH(kNoObject, reading(text, (::wcslen(text) + 1) * sizeof *text));
  return cleanly(::wcslen(text));
}

HEDDLE_WATCHED(char*, strdup)(const char* text) {
  HEDDLE_WATCH(kNoObject, reading(text, whole_string(text)));
  return cleanly(::strdup(text));
}

HEDDLE_WATCHED(char*, strndup)(const char* text, size_t limit) {
  HEDDLE_WATCH(arguments(limit), reading(text, limited_string(text, limit)));
  return cleanly(::strndup(text, limit));
}

// ---- comparisons ----

HEDDLE_WATCHED(int, strcmp)(const char* one, const char* other) {
  HEDDLE_WATCH(all_of(one, other), reading(one, compared(one, other)),
               reading(other, compared(one, other)));
  return cleanly(::strcmp(one, other));
}

HEDDLE_WATCHED(int, strncmp)(const char* one, const char* other, size_t limit) {
  HEDDLE_WATCH(all_of(one, other, limit), reading(one, compared(one, other, limit)),
               reading(other, compared(one, other, limit)));
  return cleanly(::strncmp(one, other, limit));
}

HEDDLE_WATCHED(int, strcasecmp)(const char* one, const char* other) {
  HEDDLE_WATCH(all_of(one, other), reading(one, compared_without_case(one, other)),
               reading(other, compared_without_case(one, other)));
  return cleanly(::strcasecmp(one, other));
}

HEDDLE_WATCHED(int, strncasecmp)(const char* one, const char* other, size_t limit) {
  HEDDLE_WATCH(all_of(one, other, limit), reading(one, compared_without_case(one, other, limit)),
               reading(other, compared_without_case(one, other, limit)));
  return cleanly(::strncasecmp(one, other, limit));
}

// ---- searches ----

HEDDLE_WATCHED(char*, strchr)(const char* in, int value) {
  HEDDLE_WATCH(arguments(static_cast<unsigned>(value)),
               reading(in, up_to(::strchrnul(in, value), in, 0)));
  return cleanly(const_cast<char*>(::strchr(in, value)));
}

HEDDLE_WATCHED(char*, strchrnul)(const char* in, int value) {
  HEDDLE_WATCH(arguments(static_cast<unsigned>(value)),
               reading(in, up_to(::strchrnul(in, value), in, 0)));
  return cleanly(const_cast<char*>(::strchrnul(in, value)));
}

HEDDLE_WATCHED(char*, strrchr)(const char* in, int value) {
  HEDDLE_WATCH(arguments(static_cast<unsigned>(value)), reading(in, whole_string(in)));
  return cleanly(const_cast<char*>(::strrchr(in, value)));
}

HEDDLE_WATCHED(char*, strstr)(const char* in, const char* what) {
  HEDDLE_WATCH(all_of(in, what), reading(in, searched(in, what, ::strstr(in, what))),
               reading(what, whole_string(what)));
  return cleanly(const_cast<char*>(::strstr(in, what)));
}

HEDDLE_WATCHED(char*, strcasestr)(const char* in, const char* what) {
  HEDDLE_WATCH(all_of(in, what), reading(in, searched(in, what, ::strcasestr(in, what))),
               reading(what, whole_string(what)));
  return cleanly(const_cast<char*>(::strcasestr(in, what)));
}

HEDDLE_WATCHED(size_t, strspn)(const char* in, const char* set) {
  HEDDLE_WATCH(all_of(in, set), reading(in, ::strspn(in, set) + 1),
               reading(set, whole_string(set)));
  return cleanly(::strspn(in, set));
}

HEDDLE_WATCHED(size_t, strcspn)(const char* in, const char* set) {
  HEDDLE_WATCH(all_of(in, set), reading(in, ::strcspn(in, set) + 1),
               reading(set, whole_string(set)));
  return cleanly(::strcspn(in, set));
}

HEDDLE_WATCHED(char*, strpbrk)(const char* in, const char* set) {
  HEDDLE_WATCH(all_of(in, set), reading(in, ::strcspn(in, set) + 1),
               reading(set, whole_string(set)));
  return cleanly(const_cast<char*>(::strpbrk(in, set)));
}

}  // namespace heddle::native
