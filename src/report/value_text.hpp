// A cell's value as a person would write it.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::report {

// Decimal; with a minus sign when the bytes look like a small negative number; hexadecimal when
// large, as pointers and bit patterns are.  REQUIRES: size is 1 to 8.
std::string value_text(std::uint64_t value, unsigned size);

}  // namespace heddle::report
