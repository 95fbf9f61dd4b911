#include "study/tables/study_tables.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "config/nearest.hpp"

namespace heddle::study {
namespace {

constexpr const char* kRuns = "at least one run";
constexpr const char* kBacktracking = "runs with randomized backtracking and a threshold";
constexpr const char* kPools = "several runs of a search that depends on the seed";

constexpr std::array<TableKind, 13> kKinds = {{
    {"summary", kRuns, summary_table},
    {"best", "a run that found an error", best_table},
    {"extremes", kRuns, extremes_table},
    {"recommended", "a technique in which all runs found an error", recommended_table},
    {"threshold", kBacktracking, threshold_table},
    {"matrix", kBacktracking, matrix_table},
    {"density", kRuns, density_table},
    {"across", "at least one run, and at most 12 configurations or subjects", across_table},
    {"within", "a run that found an error, and at most 12 configurations", within_table},
    {"kinds", "a run that found an error", kinds_table},
    {"parallel", kPools, parallel_table},
    {"parallel-costs", kPools, parallel_costs_table},
    {"parallel-runs", "runs with --jobs N, and several of one of these searches alone",
     parallel_runs_table},
}};

}  // namespace

std::span<const TableKind> table_kinds() { return kKinds; }

Result<const TableKind*> table_kind_of(std::string_view name) {
  std::vector<std::string_view> names;
  for (const TableKind& kind : kKinds) {
    if (kind.name == name) return &kind;
    names.push_back(kind.name);
  }
  const std::string_view near = config::nearest(name, names);
  return Error{fmt::format("Unknown table '{}'{}; the tables are {}.", name,
                           near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                           fmt::join(names, ", "))};
}

}  // namespace heddle::study
