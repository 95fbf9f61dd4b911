#include "study/tables/cost_columns.hpp"

#include <fmt/core.h>

#include "study/tables/figure_text.hpp"

namespace heddle::study {

void add_cost_columns(Table& table) {
  for (const char* name : {"mean", "min", "max", "deviation", "found"}) {
    table.columns.push_back({name, Align::right});
  }
}

void add_cost_cells(std::vector<std::string>& row, const Cell& cell) {
  for (const double figure :
       {cell.cost.mean, cell.cost.minimum, cell.cost.maximum, cell.cost.deviation}) {
    row.push_back(cell.found() ? figure_text(figure) : kNoFigure);
  }
  row.push_back(percent_text(cell.share.value()));
}

std::string cost_rule(const Grid& grid) {
  std::string rule =
      fmt::format("Costs: {} to the error, over the runs that found one.", name_of(grid.measure()));
  if (grid.failed() > 0) {
    rule += fmt::format(" {} with an internal error of Heddle {} omitted.",
                        grid.failed() == 1 ? "One run" : fmt::format("{} runs", grid.failed()),
                        grid.failed() == 1 ? "is" : "are");
  }
  return rule;
}

}  // namespace heddle::study
