// Every cell of the study in figures.
#include <fmt/core.h>

#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {

Table summary_table(const Grid& grid) {
  Table table;
  table.title = fmt::format("All configurations: {} to the error", name_of(grid.measure()));
  table.rule =
      cost_rule(grid) +
      " Deviation: sample standard deviation; interval: 95 % Wilson interval of the share.";
  table.grouped = true;
  table.columns = {{"subject", Align::left}, {"configuration", Align::left}, {"runs"}};
  add_cost_columns(table);
  table.columns.push_back({"interval"});
  table.columns.push_back({"median"});
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (std::size_t technique = 0; technique < grid.techniques().size(); ++technique) {
      const Cell& cell = grid.cell(subject, technique);
      if (cell.runs.empty()) continue;
      std::vector<std::string> row = {grid.subjects()[subject], grid.techniques()[technique].name,
                                      fmt::format("{}", cell.share.total)};
      add_cost_cells(row, cell);
      row.push_back(interval_text(wilson(cell.share)));
      row.push_back(cell.found() ? figure_text(cell.cost.median) : kNoFigure);
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace heddle::study
