#include "study/plots/scale.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/check.hpp"

namespace heddle::study {
namespace {

// About as many as fit without crowding.
constexpr int kTicks = 6;

// The smallest of 1, 2, 5 times a power of ten that is not below `rough`.
double nice_step(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= rough * (1 - 1e-9)) return times * power;
  }
  return 10 * power;
}

}  // namespace

std::string tick_text(double value) {
  const double size = std::abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return fmt::format("{:.3g}", value);
  for (const auto& [unit, letter] : {std::pair{1e12, 'T'}, {1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}}) {
    // Below ten thousand all digits are as short.
    if (size >= unit && size >= 1e4) return fmt::format("{:.6g}{}", value / unit, letter);
  }
  return fmt::format("{:.6g}", value);
}

Scale::Scale(ScaleKind kind, double low, double high) : kind_(kind), low_(low), high_(high) {
  HEDDLE_CHECK(std::isfinite(low) && std::isfinite(high) && low <= high, "a scale needs a range");
  HEDDLE_CHECK(kind == ScaleKind::linear || low > 0, "logarithms of positive figures only");
  kind == ScaleKind::linear ? fit_linear() : fit_logarithmic();
}

void Scale::fit_linear() {
  // Figures so near each other that counting steps between them would lose digits are one.
  if (high_ - low_ <= 1e-9 * std::max(std::abs(low_), std::abs(high_))) {
    const double reach = low_ == 0 ? 1 : std::abs(low_) / 2;
    low_ -= low_ >= 0 && low_ < reach ? low_ : reach;
    high_ += reach;
  }
  const double step = nice_step((high_ - low_) / kTicks);
  const double first = std::floor(low_ / step + 1e-9);
  const double last = std::ceil(high_ / step - 1e-9);
  low_ = first * step;
  high_ = last * step;
  for (double i = first; i <= last; ++i) {
    // Zero exactly, whatever the step was rounded to.
    ticks_.push_back({i * step, tick_text(i == 0 ? 0 : i * step)});
  }
}

void Scale::fit_logarithmic() {
  auto first = static_cast<int>(std::floor(std::log10(low_) + 1e-9));
  auto last = static_cast<int>(std::ceil(std::log10(high_) - 1e-9));
  if (first == last) ++last;
  const int stride = (last - first + kTicks - 1) / kTicks;
  if (last - first > 2) {
    last = first + (last - first + stride - 1) / stride * stride;
    for (int power = first; power <= last; power += stride) {
      const double value = std::pow(10, power);
      ticks_.push_back({value, tick_text(value)});
    }
  } else {
    std::vector<double> values;
    for (int power = first; power <= last; ++power) {
      for (const double times : {1.0, 2.0, 5.0}) values.push_back(times * std::pow(10, power));
    }
    // The last value that is not above the range, and the first after it that is not below.
    std::size_t begin = 0;
    while (values[begin + 1] <= low_ * (1 + 1e-9)) ++begin;
    std::size_t end = begin + 1;
    while (values[end] < high_ * (1 - 1e-9)) ++end;
    for (std::size_t i = begin; i <= end; ++i) ticks_.push_back({values[i], tick_text(values[i])});
  }
  low_ = ticks_.front().value;
  high_ = ticks_.back().value;
}

double Scale::place(double value) const {
  if (kind_ == ScaleKind::linear) return (value - low_) / (high_ - low_);
  return std::log(value / low_) / std::log(high_ / low_);
}

}  // namespace heddle::study
