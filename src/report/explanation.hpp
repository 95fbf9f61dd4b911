// Explains a failure in a headline and a few sentences.
#pragma once

#include <string>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Returns the kind of failure and its message: "memory error: memory was read after it was freed".
std::string failure_line(FailureKind kind, const std::string& message);

// Returns the headline: "deadlock", "assertion failed: balance >= 0".
std::string headline(const trace::Trace& trace);

// Returns only the kind of failure: "deadlock", "assertion failed".
std::string short_headline(const trace::Trace& trace);

// Returns whether a lost update may explain a failure of this kind.
bool may_lose_update(const trace::TraceFailure& failure);

// Describes the failing thread, the location and the number of steps.  For a livelock it adds the
// loop, for a deadlock the wait-for relation, and for a lost update that update.  One sentence per
// line.
std::string explanation(const trace::Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names);

// Returns the wait-for cycle, "main -> thread 1 -> main"; empty when there is none.
std::string wait_cycle(const trace::Trace& trace);

}  // namespace heddle::report
