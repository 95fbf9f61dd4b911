// Puts functions in the place of libstdc++'s: `heddle c++` makes the linker redirect the program's
// calls (core/watched_functions.hpp).  A function accesses the same memory as the original.
#pragma once

#define HEDDLE_REAL(name) __asm__("__real_" name)
#define HEDDLE_IN_ITS_PLACE(name) __asm__("__wrap_" name)

// Declares the original and defines the function in its place.
#define HEDDLE_ANNOUNCED(result, name, mangled, parameters) \
  result real_##name parameters HEDDLE_REAL(mangled);       \
  result name parameters HEDDLE_IN_ITS_PLACE(mangled);      \
  result name parameters
