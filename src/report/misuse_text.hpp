// Describes a misuse: the name of the object, the thread that used it last before, and where.
#pragma once

#include <string>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Returns the description; empty when the failure names no object.  REQUIRES: trace.failure.
std::string misuse_text(const trace::Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names);

}  // namespace heddle::report
