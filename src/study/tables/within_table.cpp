// How many subjects' errors each configuration finds within a cost.
#include <fmt/core.h>

#include <algorithm>

#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// Returns the expected number of subjects whose error one run per subject finds within the cost.
double found_within(const Grid& grid, std::size_t technique, double limit) {
  double found = 0;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    const std::vector<Run>& runs = grid.cell(subject, technique).runs;
    const auto count = std::count_if(runs.begin(), runs.end(), [&](const Run& run) {
      return run.found && cost_of(run, grid.measure()) <= limit;
    });
    if (!runs.empty()) found += static_cast<double>(count) / static_cast<double>(runs.size());
  }
  return found;
}

// Returns the expected cost of one run per subject, whether it finds the error or not.
double total_cost(const Grid& grid, std::size_t technique) {
  double total = 0;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    const std::vector<Run>& runs = grid.cell(subject, technique).runs;
    double sum = 0;
    for (const Run& run : runs) sum += cost_of(run, grid.measure());
    if (!runs.empty()) total += sum / static_cast<double>(runs.size());
  }
  return total;
}

// Returns limits of 1, 3, 10, 30 ... times the smallest cost's power of ten, up to the largest
// cost.
std::vector<double> limits_of(const Grid& grid) {
  double least = 0;
  double most = 0;
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
      const Cell& cell = grid.cell(subject, i);
      if (!cell.found()) continue;
      least = least == 0 ? cell.cost.minimum : std::min(least, cell.cost.minimum);
      most = std::max(most, cell.cost.maximum);
    }
  }
  std::vector<double> limits;
  if (least <= 0) return limits;
  double power = 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  for (; limits.empty() || limits.back() < most; power *= 10) {
    for (const double limit : {power, 3 * power}) {
      if (limits.empty() || limits.back() < most) limits.push_back(limit);
    }
  }
  return limits;
}

}  // namespace

Table within_table(const Grid& grid) {
  Table table;
  table.title = fmt::format("Errors found within a number of {}", name_of(grid.measure()));
  table.rule = fmt::format(
      "Expected number of errors that one run for each of the {} subjects finds. Last row: {} of "
      "these runs together, with the spent budget for an error that is not found.",
      grid.subjects().size(), name_of(grid.measure()));
  table.columns = {{std::string(name_of(grid.measure()))}};
  for (const Technique& technique : grid.techniques()) table.columns.push_back({technique.name});
  constexpr std::size_t kMostTechniques = 12;
  if (grid.techniques().size() > kMostTechniques) return table;
  for (const double limit : limits_of(grid)) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(figure_text(limit));
    for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
      row.push_back(figure_text(found_within(grid, i, limit)));
    }
  }
  if (table.rows.empty()) return table;
  std::vector<std::string>& row = table.rows.emplace_back();
  row.push_back("all");
  for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
    row.push_back(figure_text(total_cost(grid, i)));
  }
  return table;
}

}  // namespace heddle::study
