// Runs of parallel searches beside the cost that a pool of single searches predicts.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "result/run_result.hpp"
#include "study/parallel.hpp"
#include "study/statistics/order_statistics.hpp"
#include "study/tables/figure_text.hpp"
#include "study/tables/study_tables.hpp"

namespace heddle::study {
namespace {

// The cost of the search that ended the run, as the pool counts it: not the sum over all searches.
// Without an error it is that of the dearest search.  Absent: a result has no such figure per
// search.
std::optional<double> cost_of_one_search(const Run& run, Measure measure) {
  if (measure == Measure::seconds) return run.seconds;
  const Result<result::RunResult> result = result::run_result_from_json(run.json);
  if (!result || result->members.empty()) return std::nullopt;
  const auto cost = [&](const result::MemberResult& member) {
    return measure == Measure::states ? member.states : member.executions;
  };
  if (measure != Measure::states && measure != Measure::executions) return std::nullopt;
  if (run.found) return static_cast<double>(cost(result->members.at(result->member)));
  std::uint64_t dearest = 0;
  for (const auto& member : result->members) dearest = std::max(dearest, cost(member));
  return static_cast<double>(dearest);
}

std::vector<double> costs_of(const Cell& cell, Measure measure) {
  std::vector<double> costs;
  for (const Run& run : cell.runs) {
    if (const auto cost = cost_of_one_search(run, measure)) costs.push_back(*cost);
  }
  return costs;
}

}  // namespace

Table parallel_runs_table(const Grid& grid) {
  Table table;
  table.title = fmt::format("Runs of N parallel random searches: {} to the first error",
                            name_of(grid.measure()));
  table.rule =
      "Mean: the cost of the search that found the error, plus that of runs without an error "
      "before "
      "it. Error: the standard error of the mean. Predicted: the probability of success and the "
      "exact "
      "mean of N searches drawn with replacement from the runs of one such search alone. Ratio: "
      "the "
      "mean divided by the predicted mean.";
  table.grouped = true;
  table.columns = {{"subject", Align::left},
                   {"configuration", Align::left},
                   {"N"},
                   {"runs"},
                   {"found"},
                   {"predicted share"},
                   {"mean"},
                   {"error"},
                   {"predicted mean"},
                   {"ratio"}};
  for (const ParallelRuns& at : parallel_runs_of(grid)) {
    const Technique& technique = grid.techniques()[at.runs.technique];
    const Cell& cell = grid.cell(at.runs.subject, at.runs.technique);
    const Summary real = summarize(costs_of(cell, grid.measure()));
    if (real.count != cell.runs.size()) continue;
    const double share = cell.share.value();
    const ParallelCost predicted = parallel_cost(grid.pool(at.pool.subject, at.pool.technique),
                                                 technique.searches, Draw::with_replacement);
    std::optional<double> mean;
    std::optional<double> error;
    std::optional<double> ratio;
    if (share > 0) {
      mean = real.mean / share;
      error = real.deviation / std::sqrt(static_cast<double>(real.count)) / share;
      if (predicted.to_error()) ratio = *mean / *predicted.to_error();
    }
    table.rows.push_back({grid.subjects()[at.runs.subject], technique.name,
                          fmt::format("{}", technique.searches),
                          fmt::format("{}", cell.runs.size()), percent_text(share),
                          percent_text(predicted.success), figure_text(mean), figure_text(error),
                          figure_text(predicted.to_error()), figure_text(ratio)});
  }
  return table;
}

}  // namespace heddle::study
