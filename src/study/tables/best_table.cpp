// The best configurations of each subject, and the extremes.
#include <fmt/core.h>

#include "study/selection.hpp"
#include "study/tables/cost_columns.hpp"
#include "study/tables/selected_rows.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {

Table best_table(const Grid& grid) {
  Table table = selected_table(
      fmt::format("Best configurations: {} to the error", name_of(grid.measure())),
      cost_rule(grid) +
          " Best: the smallest mean among configurations in which all runs found the error; best "
          "of half: among those in which at least half of the runs did, if smaller.");
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    const Selected plain = default_technique(grid, subject);
    const Selected existing = best_existing(grid, subject);
    add_selected(table, grid, subject, "default", plain);
    if (existing != plain) add_selected(table, grid, subject, "best existing", existing);
    const Selected best = best_of(grid, subject, grid.studied(), 1);
    add_selected(table, grid, subject, "best", best);
    const Selected half = best_of(grid, subject, grid.studied(), 0.5);
    if (half != best) add_selected(table, grid, subject, "best of half", half);
  }
  return table;
}

Table extremes_table(const Grid& grid) {
  Table table = selected_table(
      fmt::format("Extreme configurations: {} to the error", name_of(grid.measure())),
      cost_rule(grid) +
          " Cheapest and most expensive run: among configurations in which at least half of the "
          "runs found the error; least found: the smallest share of runs that found it.");
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    add_selected(table, grid, subject, "cheapest run", of_cheapest_run(grid, subject));
    add_selected(table, grid, subject, "most expensive run", of_dearest_run(grid, subject));
    add_selected(table, grid, subject, "least found", least_successful(grid, subject));
  }
  return table;
}

}  // namespace heddle::study
