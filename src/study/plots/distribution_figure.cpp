// How the costs of one subject are spread: by technique, and by the share that found the error.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "study/family.hpp"
#include "study/plots/figures.hpp"
#include "study/selection.hpp"
#include "study/statistics/sample_summary.hpp"

namespace heddle::study {
namespace {

constexpr std::size_t kMostBoxes = 30;
constexpr std::size_t kMostLines = 6;

std::vector<double> sorted_costs(const Grid& grid, const Cell& cell) {
  std::vector<double> costs;
  for (const Run& run : cell.runs) {
    if (run.found) costs.push_back(cost_of(run, grid.measure()));
  }
  std::sort(costs.begin(), costs.end());
  return costs;
}

// All of a few; of many the default, the best existing, the best, and the recommended one.
std::vector<std::size_t> compared(const Grid& grid, std::size_t subject) {
  std::set<std::size_t> chosen;
  const std::size_t all = grid.techniques().size();
  if (all <= kMostLines) {
    for (std::size_t i = 0; i < all; ++i) chosen.insert(i);
  } else {
    const std::optional<Recommended> recommended = recommended_family(grid);
    const Selected own =
        recommended ? best_member(grid, subject, recommended->family) : std::nullopt;
    for (const Selected& one : {default_technique(grid, subject), best_existing(grid, subject),
                                best_of(grid, subject, grid.studied(), 1),
                                best_of(grid, subject, grid.studied(), 0.5), own}) {
      if (one) chosen.insert(*one);
    }
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace

Figure distribution_figure(const Grid& grid, std::size_t subject) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
    if (grid.cell(subject, i).found()) shown.push_back(i);
  }
  const std::size_t all = shown.size();
  std::stable_sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
    return grid.cell(subject, a).cost.median < grid.cell(subject, b).cost.median;
  });
  if (shown.size() > kMostBoxes) shown.resize(kMostBoxes);
  Figure figure;
  figure.name = "distribution-" + grid.subjects()[subject];
  figure.rule =
      "Runs that found the error, by configuration, smallest median first. Box: middle half of the "
      "runs; line: median; whiskers: minimum and maximum.";
  if (all > kMostBoxes) figure.rule += fmt::format(" The first {} of {}.", kMostBoxes, all);
  figure.chart.title = grid.subjects()[subject] + ": cost by configuration";
  std::vector<double> figures;
  for (const std::size_t i : shown) {
    const std::vector<double> costs = sorted_costs(grid, grid.cell(subject, i));
    const auto x = static_cast<double>(figure.chart.boxes.size());
    figure.chart.boxes.push_back({x, costs.front(), quantile(costs, 0.25), quantile(costs, 0.5),
                                  quantile(costs, 0.75), costs.back()});
    figure.chart.x.names.push_back(grid.techniques()[i].name);
    figures.insert(figures.end(), costs.begin(), costs.end());
  }
  figure.chart.y = {std::string(name_of(grid.measure())), fitting_scale(figures), {}};
  return figure;
}

Figure found_within_figure(const Grid& grid, std::size_t subject) {
  Figure figure;
  figure.name = "found-within-" + grid.subjects()[subject];
  figure.rule = "Share of the runs of a configuration that found the error at this cost or less.";
  figure.chart.title = grid.subjects()[subject] + ": found within a cost";
  std::vector<double> figures;
  for (const std::size_t i : compared(grid, subject)) {
    const Cell& cell = grid.cell(subject, i);
    const std::vector<double> costs = sorted_costs(grid, cell);
    if (costs.empty()) continue;
    Series& series = figure.chart.series.emplace_back();
    series.name = grid.techniques()[i].name;
    // A staircase: each run lifts the share at its cost.
    const auto total = static_cast<double>(cell.share.total);
    for (std::size_t rank = 0; rank < costs.size(); ++rank) {
      series.data.push_back({costs[rank], static_cast<double>(rank) / total});
      series.data.push_back({costs[rank], static_cast<double>(rank + 1) / total});
    }
    figures.insert(figures.end(), costs.begin(), costs.end());
  }
  // A share stays where it is after its last run.
  for (Series& series : figure.chart.series) {
    const double last = *std::max_element(figures.begin(), figures.end());
    if (series.data.back().x < last) series.data.push_back({last, series.data.back().y});
  }
  figure.chart.x = {std::string(name_of(grid.measure())), fitting_scale(figures), {}};
  figure.chart.y.label = "share of runs that found the error";
  return figure;
}

}  // namespace heddle::study
