// strlcpy, strlcat and their wide forms, and memset_explicit, called by the program's own code.
// Newer C libraries have them; these do not need the original.
#include <string.h>
#include <wchar.h>

#include <algorithm>

#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"

namespace heddle::native {
namespace {

std::size_t length_of(const char* text) { return ::strlen(text); }
std::size_t length_of(const wchar_t* text) { return ::wcslen(text); }
std::size_t length_up_to(const char* text, std::size_t limit) { return ::strnlen(text, limit); }
std::size_t length_up_to(const wchar_t* text, std::size_t limit) { return ::wcsnlen(text, limit); }

char* bytes_of(char* text) { return text; }
const char* bytes_of(const char* text) { return text; }
char* bytes_of(wchar_t* text) { return reinterpret_cast<char*>(text); }
const char* bytes_of(const wchar_t* text) { return reinterpret_cast<const char*>(text); }

// Reads the whole source, writes what has room, and always an end if there is room for one.
template <typename Letter>
Copy bounded(Letter* to, const Letter* from, std::size_t room) {
  const std::size_t length = length_of(from);
  const std::size_t copied = room == 0 ? 0 : std::min(length, room - 1);
  return {bytes_of(to), bytes_of(from), copied * sizeof *to, (length + 1) * sizeof *to,
          room == 0 ? 0 : (copied + 1) * sizeof *to};
}

// Reads the target up to its end, or all of its room if it has none: then nothing is written.
template <typename Letter>
Copy bounded_behind(Letter* to, const Letter* from, std::size_t room) {
  const std::size_t before = length_up_to(to, room);
  Copy copy = bounded(to + before, from, room - before);
  copy.target = reading(to, std::min(before + 1, room) * sizeof *to);
  return copy;
}

template <typename Letter>
std::size_t length_read(const Copy& copy) {
  return copy.reads / sizeof(Letter) - 1;
}

template <typename Letter>
[[gnu::always_inline]] inline std::size_t copy_bounded(Letter* to, const Letter* from,
                                                       std::size_t room, Site site) {
  if (!controlled_quietly()) {
    const Copy copy = bounded(to, from, room);
    report_access(from, copy.reads, false);
    report_access(to, copy.writes, true);
    carry_out<Overlap::never>(copy, copy.from);
    return length_read<Letter>(copy);
  }
  return length_read<Letter>(
      copy_memory([&] { return bounded(to, from, room); }, site, all_of(to, from, room)));
}

template <typename Letter>
[[gnu::always_inline]] inline std::size_t append_bounded(Letter* to, const Letter* from,
                                                         std::size_t room, Site site) {
  Copy copy;
  if (controlled_quietly()) {
    copy =
        copy_memory([&] { return bounded_behind(to, from, room); }, site, all_of(to, from, room));
  } else {
    copy = bounded_behind(to, from, room);
    report_access(to, copy.target.size, false);
    report_access(from, copy.reads, false);
    report_access(copy.to, copy.writes, true);
    carry_out<Overlap::never>(copy, copy.from);
  }
  const auto before = static_cast<std::size_t>(copy.to - bytes_of(to)) / sizeof(Letter);
  return before + length_read<Letter>(copy);
}

}  // namespace

HEDDLE_WATCHED(size_t, strlcpy)(char* to, const char* from, size_t room) {
  return cleanly(copy_bounded(to, from, room, HEDDLE_CALLER));
}

HEDDLE_WATCHED(size_t, strlcat)(char* to, const char* from, size_t room) {
  return cleanly(append_bounded(to, from, room, HEDDLE_CALLER));
}

HEDDLE_WATCHED(size_t, wcslcpy)(wchar_t* to, const wchar_t* from, size_t room) {
  return cleanly(copy_bounded(to, from, room, HEDDLE_CALLER));
}

HEDDLE_WATCHED(size_t, wcslcat)(wchar_t* to, const wchar_t* from, size_t room) {
  return cleanly(append_bounded(to, from, room, HEDDLE_CALLER));
}

HEDDLE_WATCHED(void*, memset_explicit)(void* to, int value, size_t size) {
  HEDDLE_WATCH(arguments(size, static_cast<unsigned>(value)), writing(to, size));
  ::memset(to, value, size);
  asm volatile("" : : "r"(to) : "memory");  // the call is not left out
  return cleanly(to);
}

// ---- with _FORTIFY_SOURCE, which passes the room of the target in letters ----

HEDDLE_WATCHED(size_t, __strlcpy_chk)(char* to, const char* from, size_t size, size_t room) {
  require_room(size, room);
  return cleanly(copy_bounded(to, from, size, HEDDLE_CALLER));
}

HEDDLE_WATCHED(size_t, __strlcat_chk)(char* to, const char* from, size_t size, size_t room) {
  require_room(size, room);
  return cleanly(append_bounded(to, from, size, HEDDLE_CALLER));
}

HEDDLE_WATCHED(size_t, __wcslcpy_chk)(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  require_room(size, room);
  return cleanly(copy_bounded(to, from, size, HEDDLE_CALLER));
}

HEDDLE_WATCHED(size_t, __wcslcat_chk)(wchar_t* to, const wchar_t* from, size_t size, size_t room) {
  require_room(size, room);
  return cleanly(append_bounded(to, from, size, HEDDLE_CALLER));
}

}  // namespace heddle::native
