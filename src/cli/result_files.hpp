// Writes the results of `heddle run` and `heddle test` for other tools.
#pragma once

#include <string>
#include <vector>

#include "cli/output_files.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "report/finding.hpp"
#include "report/perfetto.hpp"
#include "result/test_result.hpp"

namespace heddle::cli {

// The outcome of one command.
struct CommandOutcome {
  std::string json;           // as --json writes it
  result::TestReport report;  // a run of a program counts as one test
  std::vector<report::Finding> findings;
  std::vector<report::RecordedExecution> recordings;
  std::string verdict;   // as in the JSON
  std::string coverage;  // one sentence; may be empty
  int exit_code = 0;
};

// Returns the files that write_results writes.
std::vector<OutputFile> result_files(const config::RunOptions& options);

// Writes all files that the options name.  One that cannot be written does not keep the others from
// being written; the Error is about the first.
Status write_results(const config::RunOptions& options, const CommandOutcome& outcome);

// Prints the findings as annotations, if the options ask for them.
void print_annotations(const config::RunOptions& options,
                       const std::vector<report::Finding>& findings);

}  // namespace heddle::cli
