// One exploration of a program with its output: traces in files, and the report as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/campaign_run.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_file.hpp"
#include "cli/warnings.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "ranks/rank_session.hpp"
#include "report/finding.hpp"
#include "report/page/page.hpp"
#include "report/perfetto.hpp"
#include "report/text_report.hpp"
#include "result/run_result.hpp"
#include "result/test_result.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

// Refers to its parts; they outlive it.
struct RunRequest {
  const config::RunOptions& options;  // as the user gave them
  const config::RunOptions& search;   // the same with the guide of a guided search
  const ProgramFile& program;
  const Arguments& arguments;  // of the program
  std::string title = {};      // precedes the progress
  // A failing execution that is already known; null: the program is explored.
  const fleet::WorkerOutcome* found = nullptr;
  CampaignRun* campaign = nullptr;      // null: the search is not saved
  ranks::RankSession* ranks = nullptr;  // null: all searches are on this machine
};

struct ExploredRun {
  bool is_elsewhere = false;  // another rank has the result; there is nothing more
  result::RunResult result;
  std::optional<trace::Trace> trace;  // of the error
  report::TextStyle style;            // for the terminal
  std::string story;                  // the failing execution for the terminal; empty without one
  std::string plain_story;            // the same without colours
  std::vector<report::RateSample> rates;              // progress over time
  std::vector<report::Finding> findings;              // errors, then warnings
  std::vector<report::RecordedExecution> recordings;  // of the errors, for --perfetto
  std::string divergence;      // the difference, if the program is nondeterministic
  std::string internal_error;  // describes a failure of Heddle; then all else is empty
};

// Explores the program, writes the traces of its errors, and renders the report.  Searches that
// died are reported on stderr.  An Error is a problem that the user can fix.
Result<ExploredRun> run_exploration(const RunRequest& request, Warnings& warnings,
                                    const InterruptGuard& interrupt);

// Returns the exit code that a run with this outcome has.
int exit_code(const ExploredRun& run);

// Returns the report as an HTML page.
std::string page_of(const ExploredRun& run);

// Converts the outcome to a row of a test report.  The caller adds the names.
result::TestResult test_result(const ExploredRun& run);

}  // namespace heddle::cli
