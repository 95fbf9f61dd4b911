// What a misuse was about: the object by its name, who used it last before that, and where.
#pragma once

#include <string>

#include "report/symbolized.hpp"
#include "trace/objects.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// Empty when the failure names no object.  REQUIRES: trace.failure.
std::string misuse_text(const trace::Trace& trace, const SymbolizedTrace& symbols,
                        const trace::ObjectNames& names);

}  // namespace heddle::report
