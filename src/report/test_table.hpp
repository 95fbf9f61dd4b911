// Reports the tests of a test program to a person: one line per test, then a summary.
#pragma once

#include <cstddef>
#include <string>

#include "result/test_result.hpp"

namespace heddle::report {

// The name with its suite: "Queue.Pops", "queues: pops".
std::string display_name(const result::TestResult& test);

// "passed (complete)", "failed: deadlock", "too long: raise ...".
std::string status_text(const result::TestResult& test);

// The name in `width` columns, the status, and the trace file if there is one.
std::string test_line(const result::TestResult& test, std::size_t width, bool colour);

// Lists data races and potential deadlocks of tests that did not fail, then the reasons for
// incomplete coverage and the parts that were not covered.
std::string test_warnings(const result::TestReport& report);

// "FAILED: 2 of 5 tests; 2 passed (complete), 1 skipped; 0.41 s".
std::string test_summary(const result::TestReport& report, bool colour);

}  // namespace heddle::report
