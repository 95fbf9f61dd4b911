#include "study/statistics/share.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::study {
namespace {

constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below

}  // namespace

double Share::value() const {
  return total == 0 ? 0 : static_cast<double>(found) / static_cast<double>(total);
}

Interval wilson(const Share& share) {
  if (share.total == 0) return {};
  const auto n = static_cast<double>(share.total);
  const double p = share.value();
  const double scale = 1 + kZ * kZ / n;
  const double centre = (p + kZ * kZ / (2 * n)) / scale;
  const double reach = kZ / scale * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  // At the ends the bound is 0 or 1 exactly; rounding must not move it.
  return {share.found == 0 ? 0 : std::max(0.0, centre - reach),
          share.found == share.total ? 1 : std::min(1.0, centre + reach)};
}

}  // namespace heddle::study
