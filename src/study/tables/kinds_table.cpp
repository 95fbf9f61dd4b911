// The errors that were found, by kind: a deadlock is not the assertion that was looked for.
#include <fmt/core.h>

#include <map>

#include "study/statistics/sample_summary.hpp"
#include "study/tables/cost_columns.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {

Table kinds_table(const Grid& grid) {
  Table table;
  table.title = fmt::format("Kinds of errors: {} to the error", name_of(grid.measure()));
  table.rule = cost_rule(grid) + " The share is that of all runs of the configuration.";
  table.grouped = true;
  table.columns = {{"subject", Align::left},
                   {"configuration", Align::left},
                   {"kind", Align::left},
                   {"runs"},
                   {"share"},
                   {"mean"},
                   {"min"},
                   {"max"}};
  for (std::size_t subject = 0; subject < grid.subjects().size(); ++subject) {
    for (std::size_t technique = 0; technique < grid.techniques().size(); ++technique) {
      const Cell& cell = grid.cell(subject, technique);
      std::map<std::string, std::vector<double>> costs;
      for (const Run& run : cell.runs) {
        if (run.found) costs[run.kind].push_back(cost_of(run, grid.measure()));
      }
      for (const auto& [kind, of_kind] : costs) {
        const Summary cost = summarize(of_kind);
        const Share share{of_kind.size(), cell.share.total};
        table.rows.push_back({grid.subjects()[subject], grid.techniques()[technique].name, kind,
                              fmt::format("{}", share.found), percent_text(share.value()),
                              figure_text(cost.mean), figure_text(cost.minimum),
                              figure_text(cost.maximum)});
      }
    }
  }
  return table;
}

}  // namespace heddle::study
