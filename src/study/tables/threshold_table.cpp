// The effect of the threshold, for the recommended family.
#include <fmt/core.h>

#include "study/family.hpp"
#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {

Table threshold_table(const Grid& grid) {
  Table table;
  const std::optional<Recommended> recommended = recommended_family(grid);
  if (!recommended) return table;
  table.title = fmt::format("Effect of the threshold H in {}", recommended->family.name);
  table.rule = cost_rule(grid) + " Depth: the depth of the error, in steps.";
  table.grouped = true;
  table.columns = {{"subject", Align::left}, {"threshold"}, {"mean"}, {"deviation"}, {"depth"},
                   {"depth deviation"},      {"found"}};
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (const std::size_t member : recommended->family.members) {
      const std::optional<Backtracking>& parameters = grid.techniques()[member].backtracking;
      const Cell& cell = grid.cell(subject, member);
      if (!parameters || !parameters->threshold || cell.runs.empty()) continue;
      std::vector<std::string> row = {grid.subjects()[subject],
                                      fmt::format("{}", *parameters->threshold)};
      for (const double figure :
           {cell.cost.mean, cell.cost.deviation, cell.depth.mean, cell.depth.deviation}) {
        row.push_back(cell.found() ? figure_text(figure) : kNoFigure);
      }
      row.push_back(percent_text(cell.share.value()));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace heddle::study
