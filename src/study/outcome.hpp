// Converts the outcome of one `heddle run` of a study into a row.
#pragma once

#include <string>

#include "core/result.hpp"
#include "study/run.hpp"

namespace heddle::study {

// Returns the whole content of a file; empty when it cannot be read.
std::string content_of(const std::string& path);

// Returns the last line that is not empty, without a leading "heddle: ".
std::string last_line(const std::string& text);

// Completes `run`, whose subject, configuration, seed, options and build id are known.  `status` is
// the status from wait(), `json` the written result, `said` the printed output.
//
// A run that could not be made (a refusal, no space for the result) is an Error: the user must fix
// something first.  A run in which Heddle failed or was killed has the verdict "failed".
Result<Run> outcome_of(Run run, int status, const std::string& json, const std::string& said);

}  // namespace heddle::study
