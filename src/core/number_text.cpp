#include "core/number_text.hpp"

#include <cmath>

namespace heddle {

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  std::string text = grouped(number) + ' ';
  if (number == 1 || many.empty()) {
    text += one;
    return number == 1 ? text : text + 's';
  }
  return text.append(many);
}

std::string rounded_power(double exponent) {
  constexpr double kDigits = 5;
  if (exponent < kDigits) {
    return grouped(static_cast<std::uint64_t>(std::llround(std::pow(10.0, exponent))));
  }
  double whole = std::floor(exponent);
  auto tenths = static_cast<std::uint64_t>(std::llround(std::pow(10.0, exponent - whole) * 10));
  if (tenths == 100) {
    tenths = 10;
    ++whole;
  }
  const std::string fraction = tenths % 10 == 0 ? "" : '.' + std::to_string(tenths % 10);
  return std::to_string(tenths / 10) + fraction + 'e' +
         std::to_string(static_cast<std::uint64_t>(whole));
}

}  // namespace heddle
