// A trace as the data of a page: the rows of the report, with places, objects, locks, values and
// order as numbers.  docs/report_page.md describes the page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/symbolized.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Adds the trace to the data.  `trace_file` is named in the command that replays it.
void add_trace(const trace::Trace& trace, const SymbolizedTrace& symbols,
               const std::string& trace_file, nlohmann::ordered_json& into);

}  // namespace heddle::report
