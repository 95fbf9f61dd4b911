// The costs of all subjects, with the configurations side by side.
#include <fmt/core.h>

#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/side_by_side.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// More columns than this do not fit on a page; the subjects then go across.
constexpr std::size_t kMostAcross = 12;

// "284 (3-1257), 6 of 10": the mean, the range of several runs, and the runs if some found nothing.
std::string cost_text(const Cell& cell) {
  if (cell.runs.empty()) return "";
  if (!cell.found()) return kNoFigure;
  std::string text = figure_text(cell.cost.mean);
  if (cell.cost.count > 1) {
    text += fmt::format(" ({}-{})", figure_text(cell.cost.minimum), figure_text(cell.cost.maximum));
  }
  if (!cell.always_found()) text += fmt::format(", {} of {}", cell.share.found, cell.share.total);
  return text;
}

}  // namespace

Table across_table(const Grid& grid) {
  Table table;
  table.title =
      fmt::format("Configurations side by side: {} to the error", name_of(grid.measure()));
  table.rule = cost_rule(grid) + " Mean, and range of several runs.";
  add_side_by_side(table, grid, cost_text, kMostAcross, kMostAcross);
  return table;
}

}  // namespace heddle::study
