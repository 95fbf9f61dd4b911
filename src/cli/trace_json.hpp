// A trace with its places looked up in the source, as one JSON object for other tools.
#pragma once

#include <string>

#include "report/symbolized.hpp"
#include "trace/trace.hpp"

namespace heddle::cli {

// Pretty-printed, with a final newline.
std::string trace_json(const trace::Trace& trace, const report::SymbolizedTrace& symbols);

}  // namespace heddle::cli
