// The cost of one subject's parallel searches by their number.
#include <fmt/core.h>

#include <algorithm>

#include "study/parallel.hpp"
#include "study/plots/figures.hpp"
#include "study/plots/svg.hpp"
#include "study/selection.hpp"
#include "study/statistics/diminishing_returns.hpp"
#include "study/statistics/order_statistics.hpp"
#include "study/statistics/resampling.hpp"

namespace heddle::study {
namespace {

// The trials have the last colour in the figures of all subjects.
constexpr std::size_t kTrialsColour = kColours - 1;
constexpr std::size_t kMostPools = kTrialsColour;

// The subject's pools in which something was found, the largest first.
std::vector<std::size_t> shown_pools(const Grid& grid, std::size_t subject) {
  std::vector<std::size_t> techniques;
  for (const PoolOf& at : pools_of(grid)) {
    if (at.subject == subject && grid.cell(subject, at.technique).found()) {
      techniques.push_back(at.technique);
    }
  }
  std::stable_sort(techniques.begin(), techniques.end(), [&](std::size_t a, std::size_t b) {
    return grid.cell(subject, a).runs.size() > grid.cell(subject, b).runs.size();
  });
  return techniques;
}

// Returns the technique's place among those that depend on the seed: its colour is the same in the
// figures of all subjects.
std::size_t technique_colour(const Grid& grid, std::size_t technique) {
  const auto begin = grid.techniques().begin();
  const auto before = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(technique),
                                    [](const Technique& other) { return other.randomized; });
  return static_cast<std::size_t>(before) % kTrialsColour;
}

Series exact_series(const std::string& name, const Pool& pool) {
  Series series{name, Mark::line_and_dots, {}};
  for (const std::size_t searches : kSearchCounts) {
    const auto cost = parallel_cost(pool, searches, Draw::with_replacement).to_error();
    if (cost) series.data.push_back({static_cast<double>(searches), *cost});
  }
  return series;
}

Series resampled_series(const Pool& pool) {
  Series series{fmt::format("{} trials each", kTrials), Mark::dots, {}, kTrialsColour};
  Random random(kResamplingSeed);
  for (const std::size_t searches : kSearchCounts) {
    const Resampled trials = resample(pool, searches, kTrials, random);
    series.data.push_back({static_cast<double>(searches), trials.mean, trials.deviation});
  }
  return series;
}

// The lines that belong to the first pool, and the default's.
std::vector<Guide> guides(const Grid& grid, std::size_t subject, const Pool& pool) {
  std::vector<Guide> lines;
  const Selected plain = default_technique(grid, subject);
  if (plain && grid.cell(subject, *plain).always_found()) {
    lines.push_back({"default", grid.cell(subject, *plain).cost.mean, Guide::Direction::across});
  }
  lines.push_back({"minimum", pool[0].cost, Guide::Direction::across});
  if (const auto point = diminishing_returns(pool)) {
    lines.push_back({"returns diminish", static_cast<double>(*point), Guide::Direction::upright});
  }
  if (const auto sure = searches_that_all_succeed(pool)) {
    lines.push_back({"all trials succeed", static_cast<double>(*sure), Guide::Direction::upright});
  }
  return lines;
}

}  // namespace

Figure parallel_figure(const Grid& grid, std::size_t subject) {
  Figure figure;
  figure.name = "parallel-" + grid.subjects()[subject];
  figure.chart.title = grid.subjects()[subject] + ": cost of N parallel searches";
  figure.rule = fmt::format(
      "Lines: exact expected cost to the error of N searches drawn with replacement from a pool of "
      "runs; the first error stops all, and if none finds it, N others are started. Dots: mean and "
      "deviation of {0} trials drawn from the first pool. Guides for the first pool: its cheapest "
      "run, the N at which returns diminish (2N would save less than {1:.0f} % of the cost of one "
      "search), and the N from which {0} trials all find the error with probability at least {2}.",
      kTrials, kWorthwhile * 100, kAssurance);
  std::vector<std::size_t> techniques = shown_pools(grid, subject);
  if (techniques.empty()) return figure;
  if (techniques.size() > kMostPools) {
    figure.rule += fmt::format(" The largest {} of {} pools.", kMostPools, techniques.size());
    techniques.resize(kMostPools);
  }
  const Pool first = grid.pool(subject, techniques.front());
  for (const std::size_t i : techniques) {
    Series series = exact_series(grid.techniques()[i].name, grid.pool(subject, i));
    series.colour = technique_colour(grid, i);
    figure.chart.series.push_back(std::move(series));
  }
  figure.chart.series.push_back(resampled_series(first));
  figure.chart.guides = guides(grid, subject, first);
  std::vector<double> figures;
  for (const Series& series : figure.chart.series) {
    for (const Datum& datum : series.data) figures.push_back(datum.y);
  }
  for (const Guide& guide : figure.chart.guides) {
    if (guide.direction == Guide::Direction::across) figures.push_back(guide.at);
  }
  figure.chart.x = {"parallel searches N", ScaleKind::logarithmic, {}};
  figure.chart.y = {std::string(name_of(grid.measure())), fitting_scale(figures), {}};
  return figure;
}

}  // namespace heddle::study
