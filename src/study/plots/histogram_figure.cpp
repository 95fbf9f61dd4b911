// The costs of one subject's largest pool as a histogram.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "study/parallel.hpp"
#include "study/plots/figures.hpp"

namespace heddle::study {
namespace {

constexpr std::size_t kBins = 16;

// Equal intervals between the smallest and the largest cost, on the scale of the costs.
class Bins {
 public:
  // REQUIRES: `costs` is not empty.
  explicit Bins(const std::vector<double>& costs)
      : logarithmic_(fitting_scale(costs) == ScaleKind::logarithmic) {
    const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
    low_ = *least;
    high_ = *most;
    count_ = low_ < high_ ? kBins : 1;
  }

  std::size_t count() const { return count_; }

  std::size_t of(double cost) const {
    if (count_ == 1) return 0;
    const double place = logarithmic_ ? std::log(cost / low_) / std::log(high_ / low_)
                                      : (cost - low_) / (high_ - low_);
    return std::min(count_ - 1, static_cast<std::size_t>(place * static_cast<double>(count_)));
  }

  std::string name(std::size_t bin) const {
    if (count_ == 1) return tick_text(low_);
    return fmt::format("{} to {}", edge(bin), edge(bin + 1));
  }

 private:
  std::string edge(std::size_t bin) const {
    const double place = static_cast<double>(bin) / static_cast<double>(count_);
    const double at =
        logarithmic_ ? low_ * std::pow(high_ / low_, place) : low_ + (high_ - low_) * place;
    return tick_text(high_ > kWhole ? std::round(at) : at);
  }

  static constexpr double kWhole = 10 * kBins;  // whole numbers are fine enough above this

  bool logarithmic_;
  double low_ = 0;
  double high_ = 0;
  std::size_t count_ = 1;
};

// Returns the subject's pool with the most runs among those that found something.
std::optional<std::size_t> largest_pool(const Grid& grid, std::size_t subject) {
  std::optional<std::size_t> largest;
  for (const PoolOf& at : pools_of(grid)) {
    const Cell& cell = grid.cell(subject, at.technique);
    if (at.subject != subject || !cell.found()) continue;
    if (!largest || cell.runs.size() > grid.cell(subject, *largest).runs.size()) {
      largest = at.technique;
    }
  }
  return largest;
}

}  // namespace

Figure histogram_figure(const Grid& grid, std::size_t subject) {
  Figure figure;
  figure.name = "histogram-" + grid.subjects()[subject];
  const std::optional<std::size_t> pool = largest_pool(grid, subject);
  if (!pool) return figure;
  const Cell& cell = grid.cell(subject, *pool);
  std::vector<double> costs;
  for (const Run& run : cell.runs) {
    if (run.found) costs.push_back(cost_of(run, grid.measure()));
  }
  const Bins bins(costs);
  std::vector<std::size_t> runs(bins.count());
  for (const double cost : costs) ++runs[bins.of(cost)];
  Series series{grid.techniques()[*pool].name, Mark::bars, {}};
  const auto add = [&](const std::string& name, std::size_t count) {
    const auto share = static_cast<double>(count) / static_cast<double>(cell.runs.size());
    series.data.push_back({static_cast<double>(figure.chart.x.names.size()), share});
    figure.chart.x.names.push_back(name);
  };
  for (std::size_t bin = 0; bin < bins.count(); ++bin) add(bins.name(bin), runs[bin]);
  add("not found", cell.runs.size() - costs.size());
  figure.rule = fmt::format(
      "Share of the {} runs of '{}' by cost ({}); the last bar: runs that found nothing.",
      cell.runs.size(), series.name, name_of(grid.measure()));
  figure.chart.title = grid.subjects()[subject] + ": distribution of costs";
  figure.chart.y.label = "share of runs";
  figure.chart.series.push_back(std::move(series));
  return figure;
}

}  // namespace heddle::study
