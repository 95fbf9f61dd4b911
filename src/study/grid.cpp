#include "study/grid.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace heddle::study {
namespace {

void compute(Cell& cell, Measure measure) {
  std::vector<double> costs;
  std::vector<double> depths;
  for (const Run& run : cell.runs) {
    if (!run.found) continue;
    costs.push_back(cost_of(run, measure));
    depths.push_back(static_cast<double>(run.error_depth));
  }
  cell.share = {costs.size(), cell.runs.size()};
  cell.cost = summarize(std::move(costs));
  cell.depth = summarize(std::move(depths));
}

}  // namespace

Grid::Grid(std::vector<Run> runs, const std::vector<ConfigurationRow>& configurations,
           Measure measure)
    : measure_(measure) {
  for (const ConfigurationRow& row : configurations) techniques_.push_back(technique_of(row));
  place(std::move(runs));
  for (Cell& cell : cells_) compute(cell, measure_);
  split();
}

void Grid::place(std::vector<Run> runs) {
  std::map<std::string, std::size_t> subjects;
  std::map<std::string, std::size_t> techniques;
  for (const Technique& technique : techniques_)
    techniques.emplace(technique.name, techniques.size());
  for (const Run& run : runs) {
    if (subjects.emplace(run.subject, subjects_.size()).second) subjects_.push_back(run.subject);
    if (techniques.emplace(run.configuration, techniques_.size()).second) {
      techniques_.emplace_back().name = run.configuration;
    }
  }
  cells_.resize(subjects_.size() * techniques_.size());
  for (Run& run : runs) {
    if (run.verdict == "failed") {
      ++failed_;
      continue;
    }
    const std::size_t row = subjects.at(run.subject);
    const std::size_t column = techniques.at(run.configuration);
    cells_[row * techniques_.size() + column].runs.push_back(std::move(run));
  }
}

void Grid::split() {
  const bool backtracks =
      std::any_of(techniques_.begin(), techniques_.end(),
                  [](const Technique& technique) { return technique.backtracking.has_value(); });
  for (std::size_t i = 0; i < techniques_.size(); ++i) {
    const Technique& technique = techniques_[i];
    const bool studied = backtracks ? technique.backtracking.has_value() : !technique.plain;
    (studied ? studied_ : existing_).push_back(i);
  }
}

Pool Grid::pool(std::size_t subject, std::size_t technique) const {
  std::vector<PoolRun> runs;
  for (const Run& run : cell(subject, technique).runs) {
    runs.push_back({cost_of(run, measure_), run.found});
  }
  return Pool(std::move(runs));
}

}  // namespace heddle::study
