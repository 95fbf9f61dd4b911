#include "study/tables/figure_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace heddle::study {

std::string figure_text(double value) {
  const double size = std::abs(value);
  if (!std::isfinite(value)) return kNoFigure;
  if (value == std::round(value) || size >= 100) return fmt::format("{:.0f}", value);
  // Digits after the point such that three count.
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 9);
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string figure_text(const std::optional<double>& value) {
  return value ? figure_text(*value) : kNoFigure;
}

std::string percent_text(double share) {
  // A share that is not all must not be rounded to all, nor one that is something to nothing.
  const double tenths = std::round(share * 1000);
  if (share < 1 && tenths >= 1000) return "99.9 %";
  if (share > 0 && tenths <= 0) return "<0.1 %";
  return fmt::format("{} %", figure_text(tenths / 10));
}

std::string interval_text(const Interval& interval) {
  return fmt::format("{:.0f}-{:.0f} %", interval.low * 100, interval.high * 100);
}

}  // namespace heddle::study
