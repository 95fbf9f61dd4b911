// Makes the runs of a study: several at once, each a `heddle run` in a folder of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "study/cell_progress.hpp"
#include "study/database.hpp"
#include "study/study_plan.hpp"

namespace heddle::study {

struct RunnerSetting {
  std::string heddle;      // the command itself
  std::string scratch;     // a folder for the runs' folders; removed at the end
  std::string traces;      // a folder for the traces of errors; empty: none are kept
  std::uint64_t jobs = 1;  // runs at once
};

struct StudyProgress {
  std::uint64_t made = 0;  // runs, those of former times included
  std::uint64_t cells = 0;
  std::uint64_t cells_finished = 0;
  double runs_left = 0;      // about
  double seconds = 0;        // since the start
  double seconds_left = -1;  // about; negative while nothing is known
  std::string subject;       // what was started last
  std::string configuration;
};

// Called some times a second.  False ends the study; it can be gone on with.
using StudyTick = std::function<bool(const StudyProgress&)>;

struct StudyOutcome {
  bool interrupted = false;
  std::uint64_t made = 0;     // runs, this time
  std::uint64_t failed = 0;   // of these, runs in which Heddle failed
  std::string first_failure;  // "daisy, dfs, seed 3: ..."
};

// Makes every run that `progress`, which belongs to the cells of `plan`, has not made.  An Error is
// for the user to mend; what was made until then is in the database.
Result<StudyOutcome> run_study(const Plan& plan, Database& database,
                               std::vector<CellProgress> progress, const RunnerSetting& setting,
                               const StudyTick& tick);

}  // namespace heddle::study
