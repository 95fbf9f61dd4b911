// Writes executions as trace events (JSON), which the trace viewers of Perfetto and Chrome open.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/symbolized.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

struct RecordedExecution {
  std::string name;  // of the program or test
  trace::Trace trace;
  SymbolizedTrace symbols;
};

// Returns the document.  Each execution is a process with one track per thread and one per lock.
// Steps and held locks are slices, happens-before edges are flow arrows.  One millisecond is one
// step.
std::string perfetto_json(const std::vector<RecordedExecution>& executions);

// Returns whether a text is such a document.
bool is_perfetto(std::string_view text);

}  // namespace heddle::report
