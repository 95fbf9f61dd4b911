// Mangled names to C++ names.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::symbolize {

// The name itself when it is not a mangled one.
std::string demangle(const char* name);

// "0x1c".
std::string hexadecimal(std::uint64_t word);

}  // namespace heddle::symbolize
