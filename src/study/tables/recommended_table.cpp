// One configuration for all subjects, beside the best of each.
#include <fmt/core.h>

#include "study/family.hpp"
#include "study/selection.hpp"
#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/selected_rows.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// By how much each row of the subject is cheaper than the best existing technique.
void add_gains(Table& table, const Grid& grid, std::size_t subject, std::size_t first_row,
               const std::vector<Selected>& selected) {
  const Selected existing = best_existing(grid, subject);
  std::size_t row = first_row;
  for (const Selected& technique : selected) {
    if (!technique) continue;
    std::optional<double> gain;
    const Cell& own = grid.cell(subject, *technique);
    if (existing && own.found() && own.cost.mean > 0) {
      gain = grid.cell(subject, *existing).cost.mean / own.cost.mean;
    }
    table.rows[row++].push_back(figure_text(gain));
  }
}

}  // namespace

Table recommended_table(const Grid& grid) {
  const std::optional<Recommended> recommended = recommended_family(grid);
  if (!recommended) return {};
  Table table = selected_table(
      fmt::format("Recommended configuration: {}", recommended->family.name),
      cost_rule(grid) +
          fmt::format(
              " Recommended: the configuration that always finds the error on the most subjects "
              "(here {} of {}). Among equals it has the smallest mean rank of cost over the "
              "subjects (here {}). The threshold H is chosen for each subject. Gain: the mean of "
              "the best existing technique divided by the mean of the row.",
              recommended->subjects, grid.subjects().size(), figure_text(recommended->mean_rank)));
  table.columns.push_back({"gain"});
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    const std::size_t first_row = table.rows.size();
    const Selected existing = best_existing(grid, subject);
    const Selected best = best_of(grid, subject, grid.studied(), 1);
    const Selected own = best_member(grid, subject, recommended->family);
    add_selected(table, grid, subject, "best existing", existing);
    add_selected(table, grid, subject, "best", best);
    add_selected(table, grid, subject, "recommended", own);
    add_gains(table, grid, subject, first_row, {existing, best, own});
  }
  return table;
}

}  // namespace heddle::study
