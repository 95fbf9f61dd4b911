// Figures over all subjects: error density and memory.
#include "study/plots/figures.hpp"

namespace heddle::study {
namespace {

// More adjacent bars cannot be distinguished.
constexpr std::size_t kMostBars = 8;

constexpr double kMebibyte = 1024.0 * 1024.0;

}  // namespace

Figure density_figure(const Grid& grid) {
  Figure figure;
  figure.name = "density";
  figure.rule = "Runs that found an error, divided by all runs.";
  figure.chart.title = "Error density";
  figure.chart.y.label = "share of runs that found an error";
  if (grid.techniques().size() > kMostBars) return figure;
  figure.chart.x.names = grid.subjects();
  for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
    Series series{grid.techniques()[i].name, Mark::bars, {}};
    for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
      const Cell& cell = grid.cell(subject, i);
      if (cell.runs.empty()) continue;
      series.data.push_back({static_cast<double>(subject), cell.share.value()});
    }
    figure.chart.series.push_back(std::move(series));
  }
  return figure;
}

Figure memory_figure(const Grid& grid) {
  Figure figure;
  figure.name = "memory";
  figure.rule =
      "Peak memory of each run in the order of the study: by configuration, then by seed.";
  figure.chart.title = "Peak memory of the runs";
  figure.chart.x.label = "run of the subject";
  std::vector<double> figures;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    Series series{grid.subjects()[subject], Mark::dots, {}};
    double number = 0;
    for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
      for (const Run& run : grid.cell(subject, i).runs) {
        const double memory = static_cast<double>(run.peak_rss) / kMebibyte;
        series.data.push_back({++number, memory});
        figures.push_back(memory);
      }
    }
    figure.chart.series.push_back(std::move(series));
  }
  figure.chart.y = {"MiB", fitting_scale(figures), {}};
  return figure;
}

}  // namespace heddle::study
