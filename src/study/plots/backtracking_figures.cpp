// Figures on the effect of the parameters of randomized backtracking.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>

#include "study/family.hpp"
#include "study/plots/figures.hpp"

namespace heddle::study {
namespace {

std::vector<double> heights(const Chart& chart) {
  std::vector<double> figures;
  for (const Series& series : chart.series) {
    for (const Datum& datum : series.data) figures.push_back(datum.y);
  }
  return figures;
}

// The place of a name on an axis of names, which grows as needed.
double place_of(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    names.push_back(name);
    return static_cast<double>(names.size() - 1);
  }
  return static_cast<double>(at - names.begin());
}

// Whether there is more than one threshold to compare.
bool has_thresholds(const Grid& grid, const Family& family) {
  return family.members.size() > 1 &&
         std::all_of(family.members.begin(), family.members.end(), [&](std::size_t member) {
           const auto& parameters = grid.techniques()[member].backtracking;
           return parameters && parameters->threshold;
         });
}

using HeightOf = std::function<std::optional<double>(const Cell&)>;

Chart by_threshold(const Grid& grid, const Family& family, const HeightOf& height_of) {
  Chart chart;
  chart.x.label = "threshold H";
  for (const std::size_t member : family.members) {
    chart.x.names.push_back(std::to_string(*grid.techniques()[member].backtracking->threshold));
  }
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    Series series{grid.subjects()[subject], Mark::line_and_dots, {}};
    for (std::size_t i = 0; i < family.members.size(); ++i) {
      const Cell& cell = grid.cell(subject, family.members[i]);
      const std::optional<double> height = height_of(cell);
      if (height) series.data.push_back({static_cast<double>(i), *height});
    }
    if (!series.data.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

Figure threshold_cost_figure(const Grid& grid) {
  Figure figure;
  figure.name = "threshold-cost";
  const std::optional<Recommended> recommended = recommended_family(grid);
  if (!recommended || !has_thresholds(grid, recommended->family)) return figure;
  figure.rule = "Mean cost of the runs that found the error; no dot where none did.";
  figure.chart = by_threshold(grid, recommended->family, [](const Cell& cell) {
    return cell.found() ? std::optional(cell.cost.mean) : std::nullopt;
  });
  figure.chart.title = "Cost by threshold in " + recommended->family.name;
  figure.chart.y = {std::string(name_of(grid.measure())), fitting_scale(heights(figure.chart)), {}};
  return figure;
}

Figure threshold_found_figure(const Grid& grid) {
  Figure figure;
  figure.name = "threshold-found";
  const std::optional<Recommended> recommended = recommended_family(grid);
  if (!recommended || !has_thresholds(grid, recommended->family)) return figure;
  figure.rule = "Share of runs that found the error.";
  figure.chart = by_threshold(grid, recommended->family, [](const Cell& cell) {
    return cell.runs.empty() ? std::nullopt : std::optional(cell.share.value());
  });
  figure.chart.title = "Error found by threshold in " + recommended->family.name;
  figure.chart.y.label = "share of runs that found the error";
  return figure;
}

Figure ratio_figure(const Grid& grid, std::size_t subject) {
  Figure figure;
  figure.name = "ratio-" + grid.subjects()[subject];
  figure.rule =
      "Mean cost for each strategy and ratio with the best threshold among those with which every "
      "run found the error; no dot if there is none.";
  figure.chart.title = grid.subjects()[subject] + ": cost by ratio";
  std::vector<std::string> strategies;
  for (const Family& family : families_of(grid)) {
    const auto& parameters = grid.techniques()[family.members.front()].backtracking;
    if (!parameters) continue;
    const double x = place_of(figure.chart.x.names, parameters->ratio);
    const auto i = static_cast<std::size_t>(place_of(strategies, parameters->strategy));
    if (i == figure.chart.series.size()) {
      figure.chart.series.push_back({parameters->strategy, Mark::line_and_dots, {}});
    }
    const Selected best = best_member(grid, subject, family);
    if (best) figure.chart.series[i].data.push_back({x, grid.cell(subject, *best).cost.mean});
  }
  // One ratio has no effect to show.
  if (figure.chart.x.names.size() < 2) figure.chart.series.clear();
  for (Series& series : figure.chart.series) {
    std::stable_sort(series.data.begin(), series.data.end(),
                     [](const Datum& a, const Datum& b) { return a.x < b.x; });
  }
  figure.chart.x.label = "ratio";
  figure.chart.y = {std::string(name_of(grid.measure())), fitting_scale(heights(figure.chart)), {}};
  return figure;
}

}  // namespace heddle::study
