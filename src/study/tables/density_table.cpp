// Error density: the probability that a technique finds the error.
#include <fmt/core.h>

#include <limits>

#include "study/tables/side_by_side.hpp"
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
  add_side_by_side(table, grid, density_text, kMostColumns,
                   std::numeric_limits<std::size_t>::max());
  return table;
}

}  // namespace heddle::study
