// Formats the progress and the result of a study.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/run.hpp"
#include "study/runner.hpp"

namespace heddle::cli {

// Formats a duration: "45 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);

// Formats the progress: "312 runs, about 1,200 to go  12 of 48 cells  about 4 min left  daisy,
// dfs".
std::string study_progress_text(const study::StudyProgress& progress);

// Formats the last line: the content of the database now.  `fresh` runs are new.
std::string study_result_text(const std::vector<study::Run>& runs, std::uint64_t fresh,
                              const std::string& database);

}  // namespace heddle::cli
