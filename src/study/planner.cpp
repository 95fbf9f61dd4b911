#include "study/planner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "config/combination.hpp"
#include "config/nearest.hpp"
#include "config/option_table.hpp"
#include "config/options_text.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

// A subject or configuration with the entry that it comes from.
struct PlannedSubject {
  Subject subject;
  const SubjectEntry* entry;
};
struct PlannedConfiguration {
  Configuration configuration;
  OptionWords words;
  const ConfigurationEntry* entry;
};

Error at(const std::string& where, const Error& error) {
  return Error{where + ": " + error.sentence};
}

std::string below(const std::string& folder, const std::string& path) {
  return (fs::path(folder) / path).lexically_normal().string();
}

// A size of a study has other values for the parameters that it names.
Matrix sized_matrix(Matrix matrix, const std::optional<SizeEntry>& size) {
  if (!size) return matrix;
  for (auto& [name, values] : matrix) {
    const auto other = size->matrix.find(name);
    if (other != size->matrix.end()) values = other->second;
  }
  return matrix;
}

Status fill_all(std::vector<std::string>& texts, const Values& values) {
  for (std::string& text : texts) {
    Result<std::string> filled = fill_in(text, values);
    if (!filled) return filled.error();
    text = std::move(*filled);
  }
  return Done{};
}

Result<Subject> subject_of(const SubjectEntry& entry, const Values& values,
                           const std::string& folder) {
  Subject subject = entry.subject;
  const Result<std::string> name = name_of(entry.subject.name, values);
  if (!name) return name.error();
  subject.name = *name;
  const Result<std::string> program = fill_in(subject.program, values);
  if (!program) return program.error();
  if (!program->empty()) subject.program = below(folder, *program);
  for (std::vector<std::string>* texts : {&subject.sources, &subject.flags, &subject.arguments}) {
    if (Status status = fill_all(*texts, values); !status) return status.error();
  }
  for (std::string& source : subject.sources) source = below(folder, source);
  return subject;
}

Result<PlannedConfiguration> configuration_of(const ConfigurationEntry& entry,
                                              const Values& values) {
  PlannedConfiguration planned{{}, entry.option_words, &entry};
  const Result<std::string> name = name_of(entry.name, values);
  if (!name) return name.error();
  planned.configuration.name = *name;
  for (auto& [option, value] : planned.words) {
    const Result<std::string> filled = fill_in(value, values);
    if (!filled) return filled.error();
    value = *filled;
  }
  const Result<std::string> text = fill_in(entry.option_text, values);
  if (!text) return text.error();
  const Result<OptionWords> more = split_options(*text);
  if (!more) return more.error();
  planned.words.insert(planned.words.end(), more->begin(), more->end());
  config::RunOptions options;
  if (Status status = apply_options(planned.words, options); !status) return status.error();
  planned.configuration.options = config::to_text(options);
  return planned;
}

// The list of names in a size leaves out the others.
bool is_listed(const std::vector<std::string>& list, const std::string& name,
               const std::string& entry_name) {
  return list.empty() || std::find(list.begin(), list.end(), name) != list.end() ||
         std::find(list.begin(), list.end(), entry_name) != list.end();
}

Result<std::vector<PlannedSubject>> plan_subjects(const StudyEntries& entries) {
  std::vector<PlannedSubject> all;
  for (const SubjectEntry& entry : entries.subjects) {
    const auto values = combinations(sized_matrix(entry.matrix, entries.size));
    if (!values) return at(entry.where, values.error());
    for (const Values& one : *values) {
      Result<Subject> subject = subject_of(entry, one, entries.folder);
      if (!subject) return at(entry.where, subject.error());
      const bool wanted =
          !entries.size || is_listed(entries.size->subjects, subject->name, entry.subject.name);
      if (wanted) all.push_back({std::move(*subject), &entry});
    }
  }
  return all;
}

Result<std::vector<PlannedConfiguration>> plan_configurations(const StudyEntries& entries) {
  std::vector<PlannedConfiguration> all;
  for (const ConfigurationEntry& entry : entries.configurations) {
    const auto values = combinations(sized_matrix(entry.matrix, entries.size));
    if (!values) return at(entry.where, values.error());
    for (const Values& one : *values) {
      Result<PlannedConfiguration> planned = configuration_of(entry, one);
      if (!planned) return at(entry.where, planned.error());
      const bool wanted = !entries.size || is_listed(entries.size->configurations,
                                                     planned->configuration.name, entry.name);
      if (wanted) all.push_back(std::move(*planned));
    }
  }
  return all;
}

Status check_distinct(const char* what, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return Done{};
  return Error{fmt::format("Two {}s are named '{}'; give each a unique name.", what, *twice)};
}

// Names that a list in the study file refers to must exist.
Status check_known(const char* what, const std::vector<std::string>& list,
                   const std::vector<std::string>& names, const std::string& where) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  for (const std::string& name : list) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string_view meant = config::nearest(name, views);
    return Error{meant.empty() ? fmt::format("{} names the unknown {} '{}'.", where, what, name)
                               : fmt::format("{} names the unknown {} '{}'; did you mean '{}'?",
                                             where, what, name, meant)};
  }
  return Done{};
}

Status check_names(const StudyEntries& entries, const std::vector<PlannedSubject>& subjects,
                   const std::vector<PlannedConfiguration>& configurations) {
  std::vector<std::string> names;
  for (const PlannedSubject& planned : subjects) names.push_back(planned.subject.name);
  if (Status status = check_distinct("subject", names); !status) return status;
  for (const SubjectEntry& entry : entries.subjects) names.push_back(entry.subject.name);
  for (const ConfigurationEntry& entry : entries.configurations) {
    if (Status status = check_known("subject", entry.subjects, names, entry.where); !status) {
      return status;
    }
  }
  if (entries.size) {
    const SizeEntry& size = *entries.size;
    if (Status status = check_known("subject", size.subjects, names, size.where); !status) {
      return status;
    }
  }
  names.clear();
  for (const auto& planned : configurations) names.push_back(planned.configuration.name);
  if (Status status = check_distinct("configuration", names); !status) return status;
  for (const ConfigurationEntry& entry : entries.configurations) names.push_back(entry.name);
  if (!entries.size) return Done{};
  return check_known("configuration", entries.size->configurations, names, entries.size->where);
}

// Plans a cell: later tables override earlier ones, and a size makes at most as many runs as the
// full study.
Result<PlannedCell> cell_of(const StudyEntries& entries, const PlannedSubject& subject,
                            const PlannedConfiguration& configuration) {
  PlannedCell cell;
  Limits limits = entries.limits;
  override_with(subject.entry->limits, limits);
  if (Status status = apply_options(limits.budget, cell.options); !status) return status.error();
  if (Status status = apply_options(configuration.words, cell.options); !status)
    return status.error();
  override_with(configuration.entry->limits, limits);
  Limits last;
  last.budget = configuration.entry->limits.budget;
  if (entries.size) {
    Limits size = entries.size->limits;
    const std::optional<std::vector<std::uint64_t>> cap = size.seeds;
    size.seeds.reset();
    override_with(size, limits);
    override_with(size, last);
    if (cap) {
      // A cell that asks for no number of runs has one, also with a cap of several.
      if (!limits.seeds && !limits.at_most && !limits.until_found) limits.seeds = {1};
      limits.at_most = std::min<std::uint64_t>(cap->size(), limits.at_most.value_or(kMostRuns));
    }
  }
  if (Status status = apply_options(last.budget, cell.options); !status) return status.error();
  if (Status status = apply_rule(limits, cell); !status) return status.error();
  if (Status status = config::check_combination(cell.options); !status) return status.error();
  return cell;
}

}  // namespace

Result<Plan> make_plan(const StudyEntries& entries) {
  const auto subjects = plan_subjects(entries);
  if (!subjects) return subjects.error();
  const auto configurations = plan_configurations(entries);
  if (!configurations) return configurations.error();
  if (Status status = check_names(entries, *subjects, *configurations); !status) {
    return status.error();
  }
  Plan plan;
  plan.folder = entries.folder;
  plan.measure = entries.measure;
  for (const PlannedSubject& subject : *subjects) plan.subjects.push_back(subject.subject);
  for (const auto& planned : *configurations) plan.configurations.push_back(planned.configuration);
  for (std::size_t s = 0; s < subjects->size(); ++s) {
    for (std::size_t c = 0; c < configurations->size(); ++c) {
      const PlannedConfiguration& configuration = (*configurations)[c];
      const PlannedSubject& subject = (*subjects)[s];
      if (!is_listed(configuration.entry->subjects, subject.subject.name,
                     subject.entry->subject.name)) {
        continue;
      }
      Result<PlannedCell> cell = cell_of(entries, subject, configuration);
      if (!cell) return at(configuration.entry->where, cell.error());
      cell->subject = s;
      cell->configuration = c;
      plan.cells.push_back(std::move(*cell));
    }
  }
  return plan;
}

}  // namespace heddle::study
