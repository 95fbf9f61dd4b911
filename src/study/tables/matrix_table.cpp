// Thresholds, strategies and ratios against each other.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// A row of the table, sorted by strategy as the study names them, then by threshold.
using RowKey = std::tuple<std::size_t, std::uint64_t>;

std::size_t index_in(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

std::string cell_text(const Cell& cell) {
  if (cell.runs.empty()) return "";
  const std::string share = percent_text(cell.share.value());
  return cell.found() ? fmt::format("{} ({})", figure_text(cell.cost.mean), share)
                      : fmt::format("{} ({})", kNoFigure, share);
}

}  // namespace

Table matrix_table(const Grid& grid) {
  Table table;
  table.title = fmt::format("Thresholds, strategies and ratios: mean {}", name_of(grid.measure()));
  table.rule = cost_rule(grid) + " In parentheses: the share of runs that found it.";
  table.grouped = true;
  table.columns = {{"subject", Align::left}, {"strategy", Align::left}, {"threshold"}};
  std::vector<std::string> strategies;
  std::vector<std::string> ratios;
  std::map<RowKey, std::map<std::size_t, std::size_t>> rows;  // ratio -> technique
  for (std::size_t i = 0; i < grid.techniques().size(); ++i) {
    const std::optional<Backtracking>& parameters = grid.techniques()[i].backtracking;
    if (!parameters || !parameters->threshold) continue;
    const RowKey key{index_in(strategies, parameters->strategy), *parameters->threshold};
    rows[key].emplace(index_in(ratios, parameters->ratio), i);
  }
  for (const std::string& ratio : ratios) table.columns.push_back({ratio});
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (const auto& [key, by_ratio] : rows) {
      std::vector<std::string> row = {grid.subjects()[subject], strategies[std::get<0>(key)],
                                      fmt::format("{}", std::get<1>(key))};
      for (std::size_t ratio = 0; ratio < ratios.size(); ++ratio) {
        const auto at = by_ratio.find(ratio);
        row.push_back(at == by_ratio.end() ? "" : cell_text(grid.cell(subject, at->second)));
      }
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace heddle::study
