#include "search/strategy/ratio.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace heddle::search {

double Ratio::at(std::uint64_t depth) const {
  if (!options_.divisor) return options_.constant;
  const double slope = static_cast<double>(depth) / static_cast<double>(*options_.divisor);
  return std::max(0.0, 1.0 - slope);
}

std::string to_text(const config::Ratio& options) {
  if (options.divisor) return "1-d/" + std::to_string(*options.divisor);
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%g", options.constant);
  return digits.data();
}

}  // namespace heddle::search
