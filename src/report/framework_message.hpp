// Finds the message of a test framework in the output of a failing execution.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "trace/trace.hpp"

namespace heddle::report {

// Returns the text that GoogleTest, Catch2 or doctest printed for failed checks, from the first
// location on; empty when there is none.  A long text is cut.
std::string framework_message(const trace::Trace& trace);

// Returns the file and line that such a message begins with: "a.cpp:12: Failure".  The line is 0
// when there is none.
std::pair<std::string, int> line_of_message(std::string_view message);

}  // namespace heddle::report
