// Declarations that every interposed function needs.  Each calls the original unless the calling
// code belongs to the program under test: `if (!controlled()) return real().name(...)`.
#pragma once

#include "core/ids.hpp"
#include "runtime/embedded_objects.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/scheduling_point.hpp"

#define HEDDLE_INTERPOSE extern "C" __attribute__((visibility("default")))

// The place in the program from which the interposed function was called.
#define HEDDLE_CALLER \
  (::heddle::Site{reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))})

// The original of a function that has no entry in RealFunctions, looked up at its first use.  Not a
// static with a guard: the functions of that guard are interposed.
#define HEDDLE_ORIGINAL(function)                                                        \
  ([] {                                                                                  \
    static constinit decltype(&::function) found = nullptr;                              \
    if (found == nullptr) {                                                              \
      found = reinterpret_cast<decltype(found)>(::heddle::native::find_real(#function)); \
    }                                                                                    \
    return found;                                                                        \
  }())
