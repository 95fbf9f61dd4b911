#include "search/engine/tree_size.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::search {
namespace {

constexpr double kWidth = 1.96;  // standard deviations on either side of 95 %

// log(exp(a) + exp(b)).
double add_logarithms(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
}

}  // namespace

void TreeSize::carry() {
  now_ += std::log(product_);
  product_ = 1;
}

void TreeSize::run_ended() {
  carry();
  sum_ = runs_ == 0 ? now_ : add_logarithms(sum_, now_);
  square_sum_ = runs_ == 0 ? 2 * now_ : add_logarithms(square_sum_, 2 * now_);
  ++runs_;
  const double off = now_ - mean_;
  mean_ += off / static_cast<double>(runs_);
  deviations_ += off * (now_ - mean_);
  now_ = 0;
}

std::optional<TreeEstimate> TreeSize::estimate() const {
  if (runs_ < 2) return std::nullopt;
  const auto runs = static_cast<double>(runs_);
  const double mean = sum_ - std::log(runs);
  // The mean's own: its variance relative to its square.
  const double variance = std::max(0.0, std::expm1(square_sum_ - std::log(runs) - 2 * mean));
  const double spread = kWidth * std::sqrt(std::log1p(variance / (runs - 1)));
  // Cox's interval for the mean of a log-normal distribution.
  const double squares = deviations_ / (runs - 1);
  const double middle = mean_ + squares / 2;
  const double width = kWidth * std::sqrt(squares / runs + squares * squares / (2 * (runs - 1)));
  const double decimal = std::log(10.0);
  return TreeEstimate{mean / decimal, std::min(mean - spread, middle - width) / decimal,
                      std::max(mean + spread, middle + width) / decimal};
}

}  // namespace heddle::search
