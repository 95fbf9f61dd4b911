#include "study/statistics/sample_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/check.hpp"

namespace heddle::study {

double quantile(const std::vector<double>& sorted, double at) {
  HEDDLE_CHECK(!sorted.empty() && at >= 0 && at <= 1, "a quantile needs a sample and a share");
  const double place = at * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

Summary summarize(std::vector<double> values) {
  Summary summary;
  if (values.empty()) return summary;
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  summary.count = values.size();
  summary.minimum = values.front();
  summary.maximum = values.back();
  summary.median = quantile(values, 0.5);
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  // The mean of equal values may differ from them in the last bit; their deviation is still 0.
  if (values.size() < 2 || summary.minimum == summary.maximum) return summary;
  double squares = 0;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  summary.deviation = std::sqrt(squares / (count - 1));
  return summary;
}

}  // namespace heddle::study
