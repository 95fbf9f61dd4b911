// Writes test results as JUnit XML, as continuous-integration servers read it.
#pragma once

#include <string>
#include <string_view>

#include "result/test_result.hpp"

namespace heddle::report {

// Returns the document.  An error is a <failure> of its test with the report and the trace file.
// Uncontrolled nondeterminism and internal errors are <error>.  Tests that were not explored, not
// reached or too long are <skipped>, since none of their results is known.
std::string junit_xml(const result::TestReport& report);

// Returns whether a text is such a document.
bool is_junit_xml(std::string_view text);

}  // namespace heddle::report
