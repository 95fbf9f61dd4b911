// sprintf, sscanf and similar functions, called by the program's own code: they read their format
// and its strings, and write where their arguments point.
#include <stdio.h>
#include <wchar.h>

#include <cerrno>
#include <cstdarg>

#include "interpose/memory/formats.hpp"
#include "interpose/memory/string_sizes.hpp"
#include "interpose/watched_calls.hpp"
#include "runtime/engine_thread.hpp"

namespace heddle::native {
namespace {

// Returns how many characters a format makes.
std::size_t printed_length(const char* format, va_list list) {
  const int before = errno;
  va_list copy;
  va_copy(copy, list);
  int length = 0;
  {
    const EngineThread engine;
    length = ::vsnprintf(nullptr, 0, format, copy);
  }
  va_end(copy);
  errno = before;
  return length > 0 ? static_cast<std::size_t>(length) : 0;
}

// Returns the accesses of a call that prints at most `room` bytes to `to`.
PrintedArguments printing_to(char* to, std::size_t room, const char* format, va_list list) {
  PrintedArguments printed = printed_arguments(format, list);
  printed.numbers = arguments(static_cast<std::uint64_t>(printed.numbers), number_of(to), room);
  // To compute the length would store the count.
  const std::size_t length = printed.stores_count ? 0 : printed_length(format, list);
  const std::size_t size = std::min(length + 1, room);
  printed.accesses.add(writing(to, size));
  return printed;
}

int print_to(char* to, std::size_t room, const char* format, va_list list, Site site) {
  const bool watches = controlled_quietly();
  if (watches) {
    const ObjectId numbers = printing_to(to, room, format, list).numbers;
    access_together([&] { return printing_to(to, room, format, list).accesses; }, site, numbers);
  }
  return ::vsnprintf(to, room, format, list);
}

// The same without a limit, whose functions must not be given one: their target may be shorter than
// any.
int print_unlimited(char* to, const char* format, va_list list, Site site) {
  if (controlled_quietly()) {
    const ObjectId numbers = printing_to(to, SIZE_MAX, format, list).numbers;
    access_together([&] { return printing_to(to, SIZE_MAX, format, list).accesses; }, site,
                    numbers);
  }
  return ::vsprintf(to, format, list);
}

// Into memory that the call allocates.
int print_allocated(char** to, const char* format, va_list list, Site site) {
  if (controlled_quietly()) {
    const auto look = [&] {
      PrintedArguments printed = printed_arguments(format, list);
      printed.accesses.add(writing(to, sizeof *to));
      return printed;
    };
    const ObjectId numbers = arguments(static_cast<std::uint64_t>(look().numbers), number_of(to));
    access_together([&] { return look().accesses; }, site, numbers);
  }
  return ::vasprintf(to, format, list);
}

using Scan = int (*)(const char*, const char*, va_list);

int scan_text(Scan scan, const char* text, const char* format, va_list list, Site site) {
  if (!controlled_quietly()) return scan(text, format, list);
  const ScanTargets targets = scan_targets(format, list);
  const auto look = [&] {
    AccessSet accesses;
    accesses.add(reading(text, whole_string(text)));
    accesses.add(reading(format, targets.format_size));
    for (std::size_t i = 0; i < targets.count; ++i) accesses.add(targets.all[i].before());
    return accesses;
  };
  AccessSet accesses;
  const bool paused =
      pause_before_all(accesses, look, site,
                       arguments(static_cast<std::uint64_t>(targets.numbers), number_of(text)));
  watch(accesses[0], paused, site);
  watch(accesses[1], paused, site);
  const int conversions = scan(text, format, list);
  const int error = errno;
  for (std::size_t i = 0; i < targets.written(conversions); ++i) {
    access_in_step(targets.all[i].after(), site);
  }
  errno = error;
  return conversions;
}

}  // namespace

// Under the names that compiled code has for them.
extern "C" {
int __isoc99_vsscanf(const char* text, const char* format, va_list list);
int __isoc23_vsscanf(const char* text, const char* format, va_list list) __attribute__((weak));
}

namespace {
Scan scan_of_2023() { return __isoc23_vsscanf != nullptr ? __isoc23_vsscanf : __isoc99_vsscanf; }
}  // namespace

#define HEDDLE_VARIADIC(call) \
  va_list list;               \
  va_start(list, format);     \
  const int result = call;    \
  va_end(list);               \
  return result

HEDDLE_WATCHED(int, vsnprintf)(char* to, size_t room, const char* format, va_list list) {
  return print_to(to, room, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, snprintf)(char* to, size_t room, const char* format, ...) {
  HEDDLE_VARIADIC(print_to(to, room, format, list, HEDDLE_CALLER));
}

HEDDLE_WATCHED(int, vsprintf)(char* to, const char* format, va_list list) {
  return print_unlimited(to, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, sprintf)(char* to, const char* format, ...) {
  HEDDLE_VARIADIC(print_unlimited(to, format, list, HEDDLE_CALLER));
}

HEDDLE_WATCHED(int, vasprintf)(char** to, const char* format, va_list list) {
  return print_allocated(to, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, asprintf)(char** to, const char* format, ...) {
  HEDDLE_VARIADIC(print_allocated(to, format, list, HEDDLE_CALLER));
}

// ---- with _FORTIFY_SOURCE ----

HEDDLE_WATCHED(int, __vsnprintf_chk)
(char* to, size_t room, int, size_t available, const char* format, va_list list) {
  require_room(room, available);
  return print_to(to, room, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, __snprintf_chk)
(char* to, size_t room, int, size_t available, const char* format, ...) {
  require_room(room, available);
  HEDDLE_VARIADIC(print_to(to, room, format, list, HEDDLE_CALLER));
}

HEDDLE_WATCHED(int, __vsprintf_chk)
(char* to, int, size_t available, const char* format, va_list list) {
  require_room(printed_length(format, list) + 1, available);
  return print_unlimited(to, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, __sprintf_chk)(char* to, int, size_t available, const char* format, ...) {
  va_list list;
  va_start(list, format);
  require_room(printed_length(format, list) + 1, available);
  const int result = print_unlimited(to, format, list, HEDDLE_CALLER);
  va_end(list);
  return result;
}

// ---- the scanf family ----

HEDDLE_WATCHED(int, vsscanf)(const char* text, const char* format, va_list list) {
  return scan_text(::vsscanf, text, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, sscanf)(const char* text, const char* format, ...) {
  HEDDLE_VARIADIC(scan_text(::vsscanf, text, format, list, HEDDLE_CALLER));
}

HEDDLE_WATCHED(int, __isoc99_vsscanf)(const char* text, const char* format, va_list list) {
  return scan_text(__isoc99_vsscanf, text, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, __isoc99_sscanf)(const char* text, const char* format, ...) {
  HEDDLE_VARIADIC(scan_text(__isoc99_vsscanf, text, format, list, HEDDLE_CALLER));
}

HEDDLE_WATCHED(int, __isoc23_vsscanf)(const char* text, const char* format, va_list list) {
  return scan_text(scan_of_2023(), text, format, list, HEDDLE_CALLER);
}

HEDDLE_WATCHED(int, __isoc23_sscanf)(const char* text, const char* format, ...) {
  HEDDLE_VARIADIC(scan_text(scan_of_2023(), text, format, list, HEDDLE_CALLER));
}

#undef HEDDLE_VARIADIC

}  // namespace heddle::native
