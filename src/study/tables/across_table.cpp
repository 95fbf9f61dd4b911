// The costs of all subjects, with the configurations side by side.
#include <fmt/core.h>

#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
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
  const std::size_t subjects = grid.subjects().size();
  const std::size_t techniques = grid.techniques().size();
  if (techniques <= kMostAcross) {
    table.columns = {{"subject", Align::left}};
    for (const Technique& technique : grid.techniques()) table.columns.push_back({technique.name});
    for (std::size_t subject = 0; subject < subjects; ++subject) {
      std::vector<std::string>& row = table.rows.emplace_back();
      row.push_back(grid.subjects()[subject]);
      for (std::size_t i = 0; i < techniques; ++i) row.push_back(cost_text(grid.cell(subject, i)));
    }
  } else if (subjects > 0 && subjects <= kMostAcross) {
    table.columns = {{"configuration", Align::left}};
    for (const std::string& subject : grid.subjects()) table.columns.push_back({subject});
    for (std::size_t i = 0; i < techniques; ++i) {
      std::vector<std::string>& row = table.rows.emplace_back();
      row.push_back(grid.techniques()[i].name);
      for (std::size_t subject = 0; subject < subjects; ++subject) {
        row.push_back(cost_text(grid.cell(subject, i)));
      }
    }
  }
  return table;
}

}  // namespace heddle::study
