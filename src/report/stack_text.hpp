// A call stack for a person.
#pragma once

#include <string>
#include <vector>

#include "report/symbolized.hpp"
#include "trace/trace.hpp"

namespace heddle::report {

// One indented line per function, innermost first, with short names.  Runs of library functions
// become one line unless `full`.  Empty when nothing is known.
std::string stack_text(const SymbolizedTrace& symbols, const std::vector<trace::Place>& stack,
                       bool full);

}  // namespace heddle::report
