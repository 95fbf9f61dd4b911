// Error density: the probability that a technique finds the error.
#include <fmt/core.h>

#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// More columns than this do not fit on a page; the subjects then go across.
constexpr std::size_t kMostColumns = 8;

std::string density_text(const Cell& cell) {
  return cell.runs.empty() ? "" : fmt::format("{:.2f}", cell.share.value());
}

}  // namespace

Table density_table(const Grid& grid) {
  Table table;
  table.title = "Error density";
  table.rule = "Runs that found an error, divided by all runs.";
  const std::size_t subjects = grid.subjects().size();
  const std::size_t techniques = grid.techniques().size();
  if (subjects == 0) return table;
  if (techniques <= kMostColumns) {
    table.columns = {{"subject", Align::left}};
    for (const Technique& technique : grid.techniques()) table.columns.push_back({technique.name});
    for (std::size_t subject = 0; subject < subjects; ++subject) {
      std::vector<std::string>& row = table.rows.emplace_back();
      row.push_back(grid.subjects()[subject]);
      for (std::size_t i = 0; i < techniques; ++i)
        row.push_back(density_text(grid.cell(subject, i)));
    }
    return table;
  }
  table.columns = {{"configuration", Align::left}};
  for (const std::string& subject : grid.subjects()) table.columns.push_back({subject});
  for (std::size_t i = 0; i < techniques; ++i) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(grid.techniques()[i].name);
    for (std::size_t subject = 0; subject < subjects; ++subject) {
      row.push_back(density_text(grid.cell(subject, i)));
    }
  }
  return table;
}

}  // namespace heddle::study
