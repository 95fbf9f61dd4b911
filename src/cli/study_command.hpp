// The verbs below `heddle study`, each in a file of its own.
#pragma once

#include <span>
#include <string_view>

#include "cli/command.hpp"

namespace heddle::cli {

struct StudyVerb {
  std::string_view name;
  std::string_view usage;    // "heddle study run [OPTIONS] FILE"
  std::string_view options;  // the lines of the help below the usage
  int (*run)(const Arguments& arguments);
};

extern const StudyVerb kStudyRun;
extern const StudyVerb kStudyTable;
extern const StudyVerb kStudyPlot;

// In the order of the help.
std::span<const StudyVerb* const> study_verbs();

}  // namespace heddle::cli
