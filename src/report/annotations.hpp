// Prints findings as workflow commands of GitHub Actions, which shows them at their source lines.
#pragma once

#include <string>
#include <vector>

#include "report/finding.hpp"
#include "report/source_root.hpp"

namespace heddle::report {

// Returns one line per finding: "::error file=queue.cpp,line=41,title=Heddle deadlock::...".
std::string github_annotations(const std::vector<Finding>& findings, const SourceRoot& root);

}  // namespace heddle::report
