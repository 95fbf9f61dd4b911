// Reports a failing execution to a person: the failure, the schedule with one column per thread,
// the stacks, and how to replay it. docs/report.md explains the format.
#pragma once

#include <string>

#include "report/symbolized.hpp"
#include "result/run_result.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct TextStyle {
  bool colour = false;
  int width = 100;              // columns of the screen
  bool full = false;            // every line of a long schedule, nothing folded or omitted
  bool internals = false;       // the steps inside calls of the standard library
  std::string trace_file = {};  // named in the advice at the end; no advice when empty
};

std::string render(const trace::Trace& trace, const SymbolizedTrace& symbols,
                   const TextStyle& style);

// Converts the failure to the form of a run's result.  REQUIRES: the trace has a failure.
result::FoundError found_error(const trace::Trace& trace, const SymbolizedTrace& symbols);

}  // namespace heddle::report
