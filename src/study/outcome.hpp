// What one `heddle run` of a study left behind, as a row.
#pragma once

#include <string>

#include "core/result.hpp"
#include "study/run.hpp"

namespace heddle::study {

// The whole content of a file; empty when it cannot be read.
std::string content_of(const std::string& path);

// The last line that is not empty, without a leading "heddle: ".
std::string last_line(const std::string& text);

// Completes `run`, whose subject, configuration, seed, options and build id are known.  `status` is
// what wait() gave, `json` the result that was written, `said` what was printed.
//
// A run that could not be made (a refusal, no space for the result) is an Error: the user must mend
// something first.  A run in which Heddle failed or was killed has the verdict "failed".
Result<Run> outcome_of(Run run, int status, const std::string& json, const std::string& said);

}  // namespace heddle::study
