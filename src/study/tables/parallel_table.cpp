// Parallel random searches in one row per pool.
#include "study/parallel.hpp"

#include <fmt/core.h>

#include "study/selection.hpp"
#include "study/statistics/diminishing_returns.hpp"
#include "study/statistics/order_statistics.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// The cost of the default search on a subject.  If it found nothing, the cost is a lower bound.
struct DefaultCost {
  double cost = 0;
  bool found = false;
};

std::optional<DefaultCost> default_cost(const Grid& grid, std::size_t subject) {
  const Selected technique = default_technique(grid, subject);
  if (!technique) return std::nullopt;
  const Cell& cell = grid.cell(subject, *technique);
  if (cell.always_found()) return DefaultCost{cell.cost.mean, true};
  std::vector<double> costs;
  for (const Run& run : cell.runs) costs.push_back(cost_of(run, grid.measure()));
  return DefaultCost{summarize(std::move(costs)).mean, false};
}

std::string speedup_text(const std::optional<DefaultCost>& plain, std::optional<double> parallel) {
  if (!plain || !parallel || *parallel <= 0) return kNoFigure;
  return (plain->found ? "" : ">=") + figure_text(plain->cost / *parallel);
}

std::string count_text(const std::optional<std::size_t>& count) {
  return count ? fmt::format("{}", *count) : kNoFigure;
}

}  // namespace

Table parallel_table(const Grid& grid) {
  Table table;
  table.title =
      fmt::format("Parallel random searches: {} to the first error", name_of(grid.measure()));
  table.rule = fmt::format(
      "N searches are drawn with replacement from the runs, and the first error stops all; if none "
      "finds it, N others are started. All succeed: the smallest N for which {} trials all find "
      "the error with probability at least {}. Returns diminish: the smallest N for which 2N would "
      "save less than {} of the mean cost of one search. Mean: the exact expected cost at this N. "
      "Speedup: the cost of the default search divided by the mean; a lower bound if the default "
      "search found no error.",
      kTrials, kAssurance, percent_text(kWorthwhile));
  table.grouped = true;
  table.columns = {{"subject", Align::left},
                   {"pool", Align::left},
                   {"runs"},
                   {"found"},
                   {"default"},
                   {"default found", Align::left},
                   {"min"},
                   {"max"},
                   {"all succeed"},
                   {"returns diminish"},
                   {"mean"},
                   {"speedup"}};
  for (const PoolOf& at : pools_of(grid)) {
    const Pool pool = grid.pool(at.subject, at.technique);
    const Cell& cell = grid.cell(at.subject, at.technique);
    const std::optional<DefaultCost> plain = default_cost(grid, at.subject);
    const std::optional<std::size_t> point = diminishing_returns(pool);
    std::optional<double> mean;
    if (point) mean = parallel_cost(pool, *point, Draw::with_replacement).to_error();
    table.rows.push_back({grid.subjects()[at.subject], grid.techniques()[at.technique].name,
                          fmt::format("{}", pool.size()), percent_text(cell.share.value()),
                          plain ? figure_text(plain->cost) : kNoFigure,
                          plain ? (plain->found ? "yes" : "no") : kNoFigure,
                          cell.found() ? figure_text(cell.cost.minimum) : kNoFigure,
                          cell.found() ? figure_text(cell.cost.maximum) : kNoFigure,
                          count_text(searches_that_all_succeed(pool)), count_text(point),
                          figure_text(mean), speedup_text(plain, mean)});
  }
  return table;
}

}  // namespace heddle::study
