// Trace files: JSON lines.  docs/trace_format.md describes them.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "trace/trace.hpp"

namespace heddle::trace {

// The whole file, with a final newline.
std::string to_text(const Trace& trace);
Status write_trace(const Trace& trace, const std::string& path);

// `name` is what error sentences call the trace.
Result<Trace> parse_trace(std::string_view text, const std::string& name);
Result<Trace> read_trace(const std::string& path);

// Accepts a trace whose writer died: without its end line, or cut within its last line.
Result<Trace> parse_partial_trace(std::string_view text, const std::string& name);
Result<Trace> read_partial_trace(const std::string& path);

}  // namespace heddle::trace
