#include "study/plots/chart.hpp"

#include <algorithm>

namespace heddle::study {

bool Chart::empty() const {
  return boxes.empty() && std::all_of(series.begin(), series.end(),
                                      [](const Series& one) { return one.data.empty(); });
}

ScaleKind fitting_scale(const std::vector<double>& figures) {
  if (figures.empty()) return ScaleKind::linear;
  const auto [low, high] = std::minmax_element(figures.begin(), figures.end());
  return *low > 0 && *high >= 20 * *low ? ScaleKind::logarithmic : ScaleKind::linear;
}

}  // namespace heddle::study
