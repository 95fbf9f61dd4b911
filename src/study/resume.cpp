#include "study/resume.hpp"

#include <fmt/core.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "config/options_text.hpp"

namespace heddle::study {
namespace {

Error changed(const char* what, const std::string& name, const char* how) {
  return Error{
      fmt::format("The database has runs of the {} '{}' {}; name another file with --database, or "
                  "remove this one.",
                  what, name, how)};
}

SubjectRow row_of(const Subject& subject) {
  return {subject.name, subject.program, subject.arguments, subject.build_id};
}

Status check_subjects(const Plan& plan, Database& database) {
  const auto rows = database.subjects();
  if (!rows) return rows.error();
  for (const SubjectRow& row : *rows) {
    for (const Subject& subject : plan.subjects) {
      if (subject.name != row.name) continue;
      if (subject.arguments != row.arguments) {
        return changed("subject", row.name, "with other arguments");
      }
      if (subject.build_id != row.build_id) {
        return changed("subject", row.name, "of an earlier build");
      }
    }
  }
  return Done{};
}

Status check_configurations(const Plan& plan, Database& database) {
  const auto rows = database.configurations();
  if (!rows) return rows.error();
  for (const ConfigurationRow& row : *rows) {
    for (const Configuration& configuration : plan.configurations) {
      if (configuration.name == row.name && configuration.options != row.options) {
        return changed("configuration", row.name, "with other options");
      }
    }
  }
  return Done{};
}

Status describe(const Plan& plan, Database& database, const About& about) {
  std::vector<SubjectRow> subjects;
  for (const Subject& subject : plan.subjects) subjects.push_back(row_of(subject));
  std::vector<ConfigurationRow> configurations;
  for (const Configuration& one : plan.configurations) {
    configurations.push_back({one.name, one.options});
  }
  return database.describe(about, subjects, configurations);
}

using Names = std::pair<std::string, std::string>;  // subject, configuration

std::map<Names, std::size_t> cells_by_name(const Plan& plan) {
  std::map<Names, std::size_t> cells;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    const PlannedCell& cell = plan.cells[i];
    cells[{plan.subjects[cell.subject].name, plan.configurations[cell.configuration].name}] = i;
  }
  return cells;
}

}  // namespace

std::string option_text(const PlannedCell& cell) { return config::to_text(cell.options); }

Result<std::vector<CellProgress>> resume(const Plan& plan, Database& database, const About& about) {
  for (const auto check : {check_subjects, check_configurations}) {
    if (Status status = check(plan, database); !status) return status.error();
  }
  const auto runs = database.all_runs();
  if (!runs) return runs.error();
  std::vector<CellProgress> progress(plan.cells.begin(), plan.cells.end());
  const std::map<Names, std::size_t> cells = cells_by_name(plan);
  std::set<Names> present;
  for (const Run& run : *runs) {
    present.insert({run.subject, run.configuration});
    const auto found = cells.find({run.subject, run.configuration});
    if (found == cells.end() || run.verdict == "failed") continue;
    if (run.options != option_text(plan.cells[found->second])) {
      return changed("subject", run.subject, "with other budgets");
    }
    progress[found->second].record(run.seed, run.found);
  }
  if (Status status = describe(plan, database, about); !status) return status.error();
  for (const Names& names : present) {
    const auto found = cells.find(names);
    const Status settled = database.settle(
        names.first, names.second,
        found == cells.end() ? std::vector<std::uint64_t>{} : progress[found->second].counted());
    if (!settled) return settled.error();
  }
  return progress;
}

}  // namespace heddle::study
