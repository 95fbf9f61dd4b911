// The findings of a run with their source lines, as other tools read them: SARIF, annotations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/symbolized.hpp"
#include "result/run_result.hpp"
#include "symbolize/symbolizer.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct SourceLine {
  std::string file;  // absolute if the compiler recorded it; empty when unknown
  int line = 0;      // 0 when unknown
  std::string function;
};

// A place that belongs to a finding: an access of a data race, a blocked thread.
struct RelatedLine {
  std::string text;
  SourceLine at;
};

struct FlowStep {
  std::size_t number = 0;  // of the step in the schedule, from 1
  std::string text;
  SourceLine at;
  bool is_end = false;  // the failure itself, or the wait of a blocked thread
};

// The steps of one thread in a failing execution.
struct ThreadSteps {
  std::string thread;
  std::vector<FlowStep> steps;  // never empty
};

struct Finding {
  std::string rule;        // a kind of failure: "deadlock", "race"; or "lock-order"
  bool fails_run = false;  // otherwise a warning
  std::string test;        // of `heddle test`; otherwise empty
  std::string message;
  SourceLine at;
  std::vector<RelatedLine> related = {};
  std::vector<ThreadSteps> schedule = {};  // empty for a warning
  std::size_t omitted_steps = 0;           // steps of a long schedule that are left out
  std::string trace = {};                  // path of the trace file; may be empty
};

// Returns the first line of the stack in the user's own code, else the innermost one.
SourceLine source_line(const std::vector<symbolize::Frame>& stack);

// Describes a failing execution.  REQUIRES: the trace has a failure.
Finding error_finding(const trace::Trace& trace, const SymbolizedTrace& symbols);

// Describes an error without a recorded execution.
Finding error_finding(const result::FoundError& error);

// Describes the data races and lock orders of a result.  `races_fail`: a data race fails the run.
// Omits the data race that is the error of the run.
std::vector<Finding> warning_findings(const result::RunResult& result, bool races_fail,
                                      symbolize::Symbolizer& symbolizer);

}  // namespace heddle::report
