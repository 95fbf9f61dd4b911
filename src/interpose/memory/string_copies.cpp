// strcpy, strcat and similar functions, called by the program's own code.  Each also has its
// _FORTIFY_SOURCE form, which takes the size of the target.
#include <string.h>

#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {
namespace {

Copy copy_behind(char* to, const char* from, std::size_t size) {
  const std::size_t length = ::strlen(to);
  return {to + length, from, size, size, size, reading(to, length + 1)};
}

// The bytes before the limit are copied, and one is written for the end.
Copy limited_behind(char* to, const char* from, std::size_t limit) {
  Copy copy = copy_behind(to, from, ::strnlen(from, limit));
  copy.reads = limited_string(from, limit);
  copy.writes = copy.size + 1;
  return copy;
}

Copy padded(char* to, const char* from, std::size_t size) {
  const std::size_t read = limited_string(from, size);
  return {to, from, read, read, size};
}

[[gnu::always_inline]] inline Copy copy_string(char* to, const char* from, Site site) {
  return copy_memory([&] { return whole(to, from, whole_string(from)); }, site, all_of(to, from));
}

[[gnu::always_inline]] inline void copy_padded(char* to, const char* from, std::size_t size,
                                               Site site) {
  copy_memory([&] { return padded(to, from, size); }, site, all_of(to, from, size));
}

[[gnu::always_inline]] inline void append(char* to, const char* from, Site site) {
  copy_memory([&] { return copy_behind(to, from, whole_string(from)); }, site, all_of(to, from));
}

[[gnu::always_inline]] inline void append_limited(char* to, const char* from, std::size_t limit,
                                                  Site site) {
  copy_memory([&] { return limited_behind(to, from, limit); }, site, all_of(to, from, limit));
}

}  // namespace

HEDDLE_WATCHED(char*, strcpy)(char* to, const char* from) {
  if (!controlled_quietly()) return ::strcpy(to, from);
  copy_string(to, from, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(char*, stpcpy)(char* to, const char* from) {
  if (!controlled_quietly()) return ::stpcpy(to, from);
  return cleanly(to + copy_string(to, from, HEDDLE_CALLER).size - 1);
}

HEDDLE_WATCHED(char*, strncpy)(char* to, const char* from, size_t size) {
  if (!controlled_quietly()) return ::strncpy(to, from, size);
  copy_padded(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(char*, stpncpy)(char* to, const char* from, size_t size) {
  if (!controlled_quietly()) return ::stpncpy(to, from, size);
  copy_padded(to, from, size, HEDDLE_CALLER);
  return cleanly(to + ::strnlen(to, size));
}

HEDDLE_WATCHED(char*, strcat)(char* to, const char* from) {
  if (!controlled_quietly()) return ::strcat(to, from);
  append(to, from, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(char*, strncat)(char* to, const char* from, size_t limit) {
  if (!controlled_quietly()) return ::strncat(to, from, limit);
  append_limited(to, from, limit, HEDDLE_CALLER);
  return cleanly(to);
}

// ---- with _FORTIFY_SOURCE ----

HEDDLE_WATCHED(char*, __strcpy_chk)(char* to, const char* from, size_t room) {
  require_room(whole_string(from), room);
  if (!controlled_quietly()) return ::strcpy(to, from);
  copy_string(to, from, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(char*, __stpcpy_chk)(char* to, const char* from, size_t room) {
  require_room(whole_string(from), room);
  if (!controlled_quietly()) return ::stpcpy(to, from);
  return cleanly(to + copy_string(to, from, HEDDLE_CALLER).size - 1);
}

HEDDLE_WATCHED(char*, __strncpy_chk)(char* to, const char* from, size_t size, size_t room) {
  require_room(size, room);
  if (!controlled_quietly()) return ::strncpy(to, from, size);
  copy_padded(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(char*, __stpncpy_chk)(char* to, const char* from, size_t size, size_t room) {
  require_room(size, room);
  if (!controlled_quietly()) return ::stpncpy(to, from, size);
  copy_padded(to, from, size, HEDDLE_CALLER);
  return cleanly(to + ::strnlen(to, size));
}

HEDDLE_WATCHED(char*, __strcat_chk)(char* to, const char* from, size_t room) {
  require_room(::strlen(to) + whole_string(from), room);
  if (!controlled_quietly()) return ::strcat(to, from);
  append(to, from, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(char*, __strncat_chk)(char* to, const char* from, size_t limit, size_t room) {
  require_room(::strlen(to) + ::strnlen(from, limit) + 1, room);
  if (!controlled_quietly()) return ::strncat(to, from, limit);
  append_limited(to, from, limit, HEDDLE_CALLER);
  return cleanly(to);
}

}  // namespace heddle::native
