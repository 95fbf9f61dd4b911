// Plans the runs of a study from the entries of its file: expands matrices, checks options, and
// checks that names are distinct.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/entries.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

struct StudyEntries {
  std::string folder;  // of the study file
  std::string measure = "states";
  Limits limits;
  std::optional<SizeEntry> size;  // when a version other than the full one is asked for
  std::vector<SubjectEntry> subjects;
  std::vector<ConfigurationEntry> configurations;
};

Result<Plan> make_plan(const StudyEntries& entries);

}  // namespace heddle::study
