// memcpy, memset, memcmp and their kin, called by the program's own code.
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include "interpose/memory/repeated_access.hpp"
#include "interpose/watched_calls.hpp"
#include "runtime/root.hpp"

namespace heddle::native {
namespace {

template <Overlap overlap = Overlap::never>
[[gnu::always_inline]] inline void copy_whole(void* to, const void* from, std::size_t size,
                                              Site site) {
  if (size == 0) return;
  copy_memory<overlap>([&] { return whole(to, from, size); }, site,
                       arguments(number_of(to), number_of(from), size));
}

// Returns whether both accesses of the copy were passed over.  Code that is not optimised copies
// objects so that hold one pointer, as iterators.
[[gnu::always_inline]] inline bool is_repeated_copy(std::uintptr_t to, std::uintptr_t from,
                                                    std::size_t size, std::uintptr_t frames) {
  return size == sizeof(void*) && !is_in_dead_frame(from, frames) &&
         !is_in_dead_frame(to, frames) && is_repeated(from, size, OpKind::read) &&
         is_repeated(to, size, OpKind::write);
}

// In a frame of its own: a repeated copy needs none.
[[gnu::noinline]] void* copy_cleanly(void* to, const void* from, std::size_t size, Site site) {
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::memcpy(to, from, size);
  }
  copy_whole(to, from, size, site);
  return cleanly(to);
}

void* behind(void* to, std::size_t size) { return static_cast<char*>(to) + size; }

}  // namespace

HEDDLE_WATCHED(void*, memcpy)(void* to, const void* from, size_t size) {
  const auto frames = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  if (controlled_quietly() && is_repeated_copy(number_of(to), number_of(from), size, frames)) {
    return ::memcpy(to, from, sizeof(void*));
  }
  return copy_cleanly(to, from, size, HEDDLE_CALLER);
}

HEDDLE_WATCHED(void*, memmove)(void* to, const void* from, size_t size) {
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::memmove(to, from, size);
  }
  copy_whole<Overlap::allowed>(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(void*, mempcpy)(void* to, const void* from, size_t size) {
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::mempcpy(to, from, size);
  }
  copy_whole(to, from, size, HEDDLE_CALLER);
  return cleanly(behind(to, size));
}

HEDDLE_WATCHED(void, bcopy)(const void* from, void* to, size_t size) {
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::bcopy(from, to, size);
  }
  copy_whole<Overlap::allowed>(to, from, size, HEDDLE_CALLER);
  cleanly(0);
}

HEDDLE_WATCHED(void*, memccpy)(void* to, const void* from, int value, size_t size) {
  if (!controlled_quietly() || size == 0) return ::memccpy(to, from, value, size);
  const Copy copied = copy_memory(
      [&] { return whole(to, from, up_to(::memchr(from, value, size), from, size)); },
      HEDDLE_CALLER, arguments(number_of(to), number_of(from), size, static_cast<unsigned>(value)));
  // Searches the copied bytes: the source may have changed since.
  return cleanly(::memchr(to, value, copied.size) != nullptr ? behind(to, copied.size) : nullptr);
}

HEDDLE_WATCHED(void*, memset)(void* to, int value, size_t size) {
  HEDDLE_WATCH(arguments(size, static_cast<unsigned>(value)), writing(to, size));
  return cleanly(::memset(to, value, size));
}

HEDDLE_WATCHED(void, bzero)(void* to, size_t size) {
  HEDDLE_WATCH(arguments(size), writing(to, size));
  ::memset(to, 0, size);
  cleanly(0);
}

HEDDLE_WATCHED(void, explicit_bzero)(void* to, size_t size) {
  HEDDLE_WATCH(arguments(size), writing(to, size));
  ::explicit_bzero(to, size);
  cleanly(0);
}

// All of both: a caller promises that they are there.
HEDDLE_WATCHED(int, memcmp)(const void* one, const void* other, size_t size) {
  HEDDLE_WATCH(arguments(number_of(one), number_of(other), size), reading(one, size),
               reading(other, size));
  return cleanly(::memcmp(one, other, size));
}

HEDDLE_WATCHED(int, bcmp)(const void* one, const void* other, size_t size) {
  HEDDLE_WATCH(arguments(number_of(one), number_of(other), size), reading(one, size),
               reading(other, size));
  return cleanly(::memcmp(one, other, size));
}

HEDDLE_WATCHED(void*, memchr)(const void* in, int value, size_t size) {
  HEDDLE_WATCH(arguments(size, static_cast<unsigned>(value)),
               reading(in, up_to(::memchr(in, value, size), in, size)));
  return cleanly(const_cast<void*>(::memchr(in, value, size)));
}

// From the end.
HEDDLE_WATCHED(void*, memrchr)(const void* in, int value, size_t size) {
  const auto first_looked_at = [&] {
    const void* const found = ::memrchr(in, value, size);
    return found != nullptr ? found : in;
  };
  HEDDLE_WATCH(arguments(number_of(in), size, static_cast<unsigned>(value)),
               reading(first_looked_at(), number_of(in) + size - number_of(first_looked_at())));
  return cleanly(const_cast<void*>(::memrchr(in, value, size)));
}

HEDDLE_WATCHED(void*, rawmemchr)(const void* in, int value) {
  HEDDLE_WATCH(arguments(static_cast<unsigned>(value)),
               reading(in, up_to(::rawmemchr(in, value), in, 0)));
  return cleanly(const_cast<void*>(::rawmemchr(in, value)));
}

HEDDLE_WATCHED(void*, memmem)(const void* in, size_t size, const void* what, size_t length) {
  const auto looked_at = [&] {
    const void* const found = ::memmem(in, size, what, length);
    return found == nullptr ? size : up_to(found, in, 0) - 1 + length;
  };
  HEDDLE_WATCH(arguments(number_of(in), size, number_of(what), length), reading(in, looked_at()),
               reading(what, length));
  return cleanly(const_cast<void*>(::memmem(in, size, what, length)));
}

// ---- with _FORTIFY_SOURCE ----

HEDDLE_WATCHED(void*, __memcpy_chk)(void* to, const void* from, size_t size, size_t room) {
  require_room(size, room);
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::memcpy(to, from, size);
  }
  copy_whole(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(void*, __memmove_chk)(void* to, const void* from, size_t size, size_t room) {
  require_room(size, room);
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::memmove(to, from, size);
  }
  copy_whole<Overlap::allowed>(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(void*, __mempcpy_chk)(void* to, const void* from, size_t size, size_t room) {
  require_room(size, room);
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::mempcpy(to, from, size);
  }
  copy_whole(to, from, size, HEDDLE_CALLER);
  return cleanly(behind(to, size));
}

HEDDLE_WATCHED(void*, __memset_chk)(void* to, int value, size_t size, size_t room) {
  require_room(size, room);
  HEDDLE_WATCH(arguments(size, static_cast<unsigned>(value)), writing(to, size));
  return cleanly(::memset(to, value, size));
}

HEDDLE_WATCHED(void, __explicit_bzero_chk)(void* to, size_t size, size_t room) {
  require_room(size, room);
  HEDDLE_WATCH(arguments(size), writing(to, size));
  ::explicit_bzero(to, size);
  cleanly(0);
}

// ---- wide characters ----

HEDDLE_WATCHED(wchar_t*, wmemcpy)(wchar_t* to, const wchar_t* from, size_t count) {
  if (!controlled_quietly()) {
    report_copy(to, from, count * sizeof *to);
    return ::wmemcpy(to, from, count);
  }
  copy_whole(to, from, count * sizeof *to, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(wchar_t*, wmemmove)(wchar_t* to, const wchar_t* from, size_t count) {
  if (!controlled_quietly()) {
    report_copy(to, from, count * sizeof *to);
    return ::wmemmove(to, from, count);
  }
  copy_whole<Overlap::allowed>(to, from, count * sizeof *to, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_WATCHED(wchar_t*, wmempcpy)(wchar_t* to, const wchar_t* from, size_t count) {
  if (!controlled_quietly()) {
    report_copy(to, from, count * sizeof *to);
    return ::wmempcpy(to, from, count);
  }
  copy_whole(to, from, count * sizeof *to, HEDDLE_CALLER);
  return cleanly(to + count);
}

HEDDLE_WATCHED(wchar_t*, wmemset)(wchar_t* to, wchar_t value, size_t count) {
  HEDDLE_WATCH(arguments(count, static_cast<unsigned>(value)), writing(to, count * sizeof *to));
  return cleanly(::wmemset(to, value, count));
}

HEDDLE_WATCHED(int, wmemcmp)(const wchar_t* one, const wchar_t* other, size_t count) {
  HEDDLE_WATCH(arguments(number_of(one), number_of(other), count),
               reading(one, count * sizeof *one), reading(other, count * sizeof *one));
  return cleanly(::wmemcmp(one, other, count));
}

HEDDLE_WATCHED(wchar_t*, wmemchr)(const wchar_t* in, wchar_t value, size_t count) {
  const auto looked_at = [&] {
    const wchar_t* const found = ::wmemchr(in, value, count);
    return (found == nullptr ? count : static_cast<std::size_t>(found - in) + 1) * sizeof *in;
  };
  HEDDLE_WATCH(arguments(count, static_cast<unsigned>(value)), reading(in, looked_at()));
  return cleanly(const_cast<wchar_t*>(::wmemchr(in, value, count)));
}

// ---- clang++ 16 and newer call these instead ----

HEDDLE_INTERPOSE void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::memcpy(to, from, size);
  }
  copy_whole(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_INTERPOSE void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  if (!controlled_quietly()) {
    report_copy(to, from, size);
    return ::memmove(to, from, size);
  }
  copy_whole<Overlap::allowed>(to, from, size, HEDDLE_CALLER);
  return cleanly(to);
}

HEDDLE_INTERPOSE void* __tsan_memset(void* to, int value, unsigned long size) {
  HEDDLE_WATCH(arguments(size, static_cast<unsigned>(value)), writing(to, size));
  return cleanly(::memset(to, value, size));
}

}  // namespace heddle::native
