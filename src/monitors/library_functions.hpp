// Sorts the functions that the shared library of libstdc++ exports by the memory that they access.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::native {

enum class LibraryFunction : std::uint8_t {
  harmless,   // accesses no object of the caller that threads share, or only synchronises them
  announced,  // src/cpp_library accesses the same memory before it calls the function
  unseen,     // may access such an object, or is unknown
};

// REQUIRES: a mangled name of a function in libstdc++.so.
LibraryFunction library_function(std::string_view name);

}  // namespace heddle::native
