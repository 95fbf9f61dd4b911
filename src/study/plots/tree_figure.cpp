// The size of the execution tree over one subject's searches.
#include "result/run_result.hpp"
#include "study/plots/figures.hpp"
#include "study/plots/svg.hpp"

namespace heddle::study {
namespace {

// Returns the sizes that the first of a cell's runs recorded; empty without a tree.
result::TreeSizes tree_of(const Cell& cell) {
  if (cell.runs.empty()) return {};
  const Result<result::RunResult> run = result::run_result_from_json(cell.runs.front().json);
  return run.ok() ? run->tree : result::TreeSizes{};
}

}  // namespace

Figure tree_figure(const Grid& grid, std::size_t subject) {
  Figure figure;
  figure.name = "tree-" + grid.subjects()[subject];
  figure.rule =
      "Nodes of the execution tree during the first run of each configuration: schedules that are "
      "known and not yet executed, and those that they deviate from.";
  figure.chart.title = grid.subjects()[subject] + ": size of the execution tree";
  figure.chart.x.label = "executions";
  figure.chart.y.label = "nodes";
  for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
    const result::TreeSizes tree = tree_of(grid.cell(subject, i));
    if (tree.nodes.empty() || figure.chart.series.size() == kColours) continue;
    Series& series = figure.chart.series.emplace_back();
    series.name = grid.techniques()[i].name;
    double executions = 0;
    for (const std::uint64_t nodes : tree.nodes) {
      executions += static_cast<double>(tree.interval);
      series.data.push_back({executions, static_cast<double>(nodes)});
    }
  }
  return figure;
}

}  // namespace heddle::study
