// Parallel random searches by their number: exact and resampled.
#include <fmt/core.h>

#include "study/parallel.hpp"
#include "study/statistics/diminishing_returns.hpp"
#include "study/statistics/order_statistics.hpp"
#include "study/statistics/resampling.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

std::vector<std::string> pool_row(const Pool& pool, std::size_t searches, Random& random) {
  const ParallelCost cost = parallel_cost(pool, searches, Draw::with_replacement);
  std::vector<std::string> row = {
      fmt::format("{}", searches),
      percent_text(cost.success),
      percent_text(all_succeed(cost.success, kTrials)),
      figure_text(cost.to_error()),
      figure_text(cost.mean),
      figure_text(cost.deviation),
      searches <= pool.size()
          ? figure_text(parallel_cost(pool, searches, Draw::without_replacement).mean)
          : kNoFigure,
  };
  const Resampled trials = resample(pool, searches, kTrials, random);
  row.push_back(figure_text(trials.mean));
  row.push_back(figure_text(trials.deviation));
  row.push_back(fmt::format("{}/{}", trials.succeeded, trials.trials));
  return row;
}

}  // namespace

Table parallel_costs_table(const Grid& grid) {
  Table table;
  table.title = fmt::format("Cost of N parallel random searches, in {}", name_of(grid.measure()));
  table.rule = fmt::format(
      "Exact, with replacement: the probability that N searches find the error, the probability "
      "that {0} trials all do, the mean cost to the error if N searches that find no error are "
      "started again, and mean and deviation of one trial, which without an error lasts until the "
      "last search ends. Without replacement: the mean of one trial. Resampled: {0} trials drawn "
      "with seed {1}.",
      kTrials, kResamplingSeed);
  table.grouped = true;
  table.columns = {{"subject", Align::left},
                   {"pool", Align::left},
                   {"N"},
                   {"success"},
                   {"all trials"},
                   {"to the error"},
                   {"mean"},
                   {"deviation"},
                   {"without replacement"},
                   {"resampled mean"},
                   {"resampled deviation"},
                   {"trials found"}};
  const Random root(kResamplingSeed);
  std::uint64_t stream = 0;
  for (const PoolOf& at : pools_of(grid)) {
    const Pool pool = grid.pool(at.subject, at.technique);
    Random random = root.split(stream++);
    for (const std::size_t searches : kSearchCounts) {
      std::vector<std::string> row = pool_row(pool, searches, random);
      row.insert(row.begin(), {grid.subjects()[at.subject], grid.techniques()[at.technique].name});
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace heddle::study
