// Writes findings as SARIF 2.1.0, the format of static-analysis results that code hosts display.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/finding.hpp"
#include "report/source_root.hpp"

namespace heddle::report {

// The command whose findings they are.
struct SarifRun {
  std::string version;   // of Heddle
  std::string program;   // path
  int exit_code = 0;     // of the command
  std::string verdict;   // as in the JSON
  std::string coverage;  // one sentence; may be empty
  SourceRoot root{""};   // files inside have relative URIs
};

// Returns the document: one result per finding, with one code flow whose thread flows are the
// threads of the schedule.  The order of execution is the number of the step.
std::string sarif_json(const SarifRun& run, const std::vector<Finding>& findings);

// Returns whether a text is such a document.
bool is_sarif(std::string_view text);

}  // namespace heddle::report
