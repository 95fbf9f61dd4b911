// The tables of a study.  docs/study_tables.md shows each with its rule.
#pragma once

#include <span>
#include <string_view>

#include "core/result.hpp"
#include "study/grid.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

// Every cell: mean, minimum, maximum, deviation, median, share with its interval.
Table summary_table(const Grid& grid);
// The default, the best existing technique, the best of the studied ones.
Table best_table(const Grid& grid);
// The techniques of the cheapest and of the dearest run, and the least successful one.
Table extremes_table(const Grid& grid);
// The recommended family beside the best existing and the best studied technique.
Table recommended_table(const Grid& grid);
// The recommended family by threshold: cost, depth of the error, share.
Table threshold_table(const Grid& grid);
// Thresholds and strategies down, ratios across.
Table matrix_table(const Grid& grid);
// The share of runs that found the error, subjects by techniques.
Table density_table(const Grid& grid);
// The costs with the techniques side by side, if they are few.
Table across_table(const Grid& grid);
// The number of subjects whose error is found within a cost, techniques side by side.
Table within_table(const Grid& grid);
// The errors of every cell by kind: runs, share, costs.
Table kinds_table(const Grid& grid);
// Pools of random searches: the default, the extremes, the point of diminishing returns.
Table parallel_table(const Grid& grid);
// Pools of random searches: exact and resampled cost by the number of searches.
Table parallel_costs_table(const Grid& grid);
// Runs that made several searches in parallel, beside what a pool predicts.
Table parallel_runs_table(const Grid& grid);

struct TableKind {
  std::string_view name;
  std::string_view needs;  // what a study must have for the table to have rows
  Table (*make)(const Grid& grid);
};

// In the order in which they are printed.
std::span<const TableKind> table_kinds();

// Refuses other names, with the nearest one.
Result<const TableKind*> table_kind_of(std::string_view name);

}  // namespace heddle::study
