// Finds the message of a test framework in the output of a failing execution.
#pragma once

#include <string>

#include "trace/trace.hpp"

namespace heddle::report {

// Returns the text that GoogleTest, Catch2 or doctest printed for failed checks, from the first
// location on; empty when there is none.  A long text is cut.
std::string framework_message(const trace::Trace& trace);

}  // namespace heddle::report
