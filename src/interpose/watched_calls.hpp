// Defines functions that the program calls instead of memcpy, strlen and similar ones:
// HEDDLE_WATCHED(size_t, strlen)(const char* text) { ... }.  The linker redirects calls in the
// program's own code to them (core/watched_functions.hpp).  So plain names in these files are the C
// library's functions.
#pragma once

#include <cstddef>

#include "interpose/memory/clean_return.hpp"
#include "interpose/memory/library_access.hpp"
#include "runtime/root.hpp"

#define HEDDLE_WATCHED(result, name) HEDDLE_INTERPOSE result __wrap_##name

namespace heddle::native {

// Reports accesses of a model's code.
template <std::size_t count>
inline void report_accesses(const AccessList<count>& list) {
  for (const PlainAccess& access : list) {
    report_access(reinterpret_cast<const void*>(access.address), access.size, access.writes());
  }
}

// Returns the number of bytes up to and including the place where something was found; `otherwise`
// if it was not found.
inline std::size_t up_to(const void* found, const void* begin, std::size_t otherwise) {
  if (found == nullptr) return otherwise;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  static_cast<const char*>(begin)) +
         1;
}

// Returns a copy of all `size` bytes.
inline Copy whole(void* to, const void* from, std::size_t size) {
  return {static_cast<char*>(to), static_cast<const char*>(from), size, size, size};
}

// Calls compiled with _FORTIFY_SOURCE pass the size of their target.
extern "C" [[noreturn]] void __chk_fail();
inline void require_room(std::size_t size, std::size_t room) {
  if (size > room) __chk_fail();
}

}  // namespace heddle::native

// Makes the accesses of such a function, given as a list.  Does nothing unless the program is the
// caller.
#define HEDDLE_WATCH(others, ...)                                                             \
  do {                                                                                        \
    if (!controlled_quietly()) {                                                              \
      if (runtime().model_hooks.accessed != nullptr) report_accesses(list_of(__VA_ARGS__));   \
      break;                                                                                  \
    }                                                                                         \
    access_together(                                                                          \
        [&]() __attribute__((always_inline)) { return list_of(__VA_ARGS__); }, HEDDLE_CALLER, \
        others);                                                                              \
  } while (false)
