// The exported functions of the C library that libheddle.so does not interpose, sorted by what a
// program can do with them.  The lists know glibc 2.36 to 2.43; any other name counts as unknown.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle {

enum class LibraryFunction : std::uint8_t {
  harmless,  // touches nothing that outlives the call or that threads share
  accesses,  // reads or writes memory of its caller, which no monitor observes
  outside,   // reads or changes what Heddle does not restore or order: the kernel's data, files
  unknown,   // in no list
};

// Sorts a function that libheddle.so does not export.  Other spellings of a name count like the
// name: those of C standards (__isoc23_strtol), of _FORTIFY_SOURCE (__snprintf_chk), of large files
// (ftw64) and of locales (toupper_l).
LibraryFunction library_function(std::string_view name);

}  // namespace heddle
