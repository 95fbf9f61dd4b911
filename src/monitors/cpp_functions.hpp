// Sorts the functions that the shared library of libstdc++ exports by the memory that they access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::native {

enum class CppFunction : std::uint8_t {
  harmless,   // accesses no object of the caller that threads share, or only synchronises them
  announced,  // src/cpp_library accesses the same memory before it calls the function
  unseen,     // may access such an object, or is unknown
  kept,       // unseen, and makes an object that code of the library accesses in later calls
};

// REQUIRES: a mangled name of a function in libstdc++.so.
CppFunction cpp_function(std::string_view name);

// Returns how many registers the function's arguments take at most.
std::size_t registers_of_arguments(const std::string& name);

}  // namespace heddle::native
