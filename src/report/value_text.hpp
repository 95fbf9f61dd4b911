// A cell's value as a person would write it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "symbolize/value_type.hpp"

namespace heddle::report {

// Decimal; with a minus sign when the bytes look like a small negative number; hexadecimal when
// large, as pointers and bit patterns are.  REQUIRES: size is 1 to 8.
std::string value_text(std::uint64_t value, unsigned size);

// Writes the value of a cell of a known type: "true", "State::busy", "nullptr".  A large unsigned
// number that came from an underflow is shown with its distance: "4294967295 (2^32 - 1)".
// `pointers` maps addresses to text.  REQUIRES: size is 1 to 8.
std::string value_text(std::uint64_t value, unsigned size, const symbolize::ValueType& type,
                       const std::map<std::uint64_t, std::string>& pointers);

}  // namespace heddle::report
