// How a function looks that the program calls in the place of memcpy, strlen or one of their kin:
// HEDDLE_WATCHED(size_t, strlen)(const char* text) { ... }.  The linker sends calls of the
// program's own code there (core/watched_functions.hpp), so that plain names here are the C
// library's functions.
#pragma once

#include <cstddef>

#include "interpose/memory/clean_return.hpp"
#include "interpose/memory/library_access.hpp"

#define HEDDLE_WATCHED(result, name) HEDDLE_INTERPOSE result __wrap_##name

namespace heddle::native {

template <typename... Accesses>
[[gnu::always_inline]] inline AccessList<sizeof...(Accesses)> list_of(Accesses... accesses) {
  return {accesses...};
}

// Where something was found, as the number of bytes up to there and including it; `otherwise` when
// it was not.
inline std::size_t up_to(const void* found, const void* begin, std::size_t otherwise) {
  if (found == nullptr) return otherwise;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  static_cast<const char*>(begin)) +
         1;
}

// All `size` bytes, from one place to the other.
inline Copy whole(void* to, const void* from, std::size_t size) {
  return {static_cast<char*>(to), static_cast<const char*>(from), size, size, size};
}

// What _FORTIFY_SOURCE makes of a call knows how large its target is.
extern "C" [[noreturn]] void __chk_fail();
inline void require_room(std::size_t size, std::size_t room) {
  if (size > room) __chk_fail();
}

}  // namespace heddle::native

// Inside of such a function: what it accesses, as a list.  Nothing unless the program calls.
#define HEDDLE_WATCH(others, ...)                                                             \
  do {                                                                                        \
    if (!controlled_quietly()) break;                                                         \
    access_together(                                                                          \
        [&]() __attribute__((always_inline)) { return list_of(__VA_ARGS__); }, HEDDLE_CALLER, \
        others);                                                                              \
  } while (false)
