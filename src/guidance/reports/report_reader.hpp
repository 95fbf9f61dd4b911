// Reads the reports of other tools.  The format is recognised by the content.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "guidance/reports/warning.hpp"

namespace heddle::guidance {

// The distinct warnings of a report, in its order: ThreadSanitizer, Helgrind, DRD or Memcheck (text
// or XML), Clang thread-safety warnings, SARIF 2.1, or the JSON of `heddle run`.
//
// A truncated or damaged report yields fewer warnings, or warnings without sites.  So does a
// program without debug information.  A text of no such format is an error.
Result<std::vector<Warning>> read_report(std::string_view text);

}  // namespace heddle::guidance
