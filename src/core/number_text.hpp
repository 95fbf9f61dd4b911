// Numbers for a person.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

// "1 step", "1,200 steps"; MANY is the plural where it is not ONE with an s.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

// 10 to that power, roughly: "1,204" up to five digits, "3.1e7" beyond.
std::string rounded_power(double exponent);

}  // namespace heddle
