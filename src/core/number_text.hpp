// Numbers for a person.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

// 10 to that power, roughly: "1,204" up to five digits, "3.1e7" beyond.
std::string rounded_power(double exponent);

}  // namespace heddle
