// The results of the tests of one test program, each explored on its own.  The JSON form is a
// stable contract: names do not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/run_result.hpp"

namespace heddle::result {

enum class TestStatus : std::uint8_t {
  complete,          // no error, and the stated coverage was reached
  unfinished,        // no error so far
  too_long,          // no error, but executions were cut at the step limit
  failed,            // an error was found
  nondeterministic,  // uncontrolled nondeterminism
  not_explored,      // Heddle cannot run the test
  not_reached,       // the time was over, or the user interrupted the tests before
  skipped,           // disabled or skipped in the test program
  internal_error,    // Heddle failed
};

// Returns the status as in the JSON: "too long".
std::string_view key(TestStatus status);

struct TestResult {
  std::string suite;  // empty when the framework has none
  std::string name;   // as the framework prints it
  std::string file;   // empty when the framework does not list it
  std::uint64_t line = 0;
  TestStatus status = TestStatus::not_explored;
  std::string reason;   // for a status that is neither complete nor failed; may be empty
  std::string message;  // of the framework, for a failed check; may be empty
  std::string report;   // the whole report without colours; not in the JSON
  RunResult run;        // default unless the test was explored
};

struct TestReport {
  std::string program;    // path
  std::string framework;  // "GoogleTest", "Catch2", "doctest"; empty for `heddle run`
  std::vector<TestResult> tests;
  double seconds = 0;
};

// Returns whether a search ran, so that `run` has its result.
bool is_explored(const TestResult& test);

std::size_t count(const TestReport& report, TestStatus status);

// Returns the exit code: 1 if a test failed, 70 for an internal error, 4 for nondeterminism, 2 if
// Heddle could explore none of the tests, 3 if some are neither complete nor accepted, otherwise 0.
int exit_code(const TestReport& report);

// Returns the verdict as in the JSON.
std::string_view verdict_of(const TestReport& report);

// Returns one JSON object.  An explored test has the fields of a run.
std::string to_json(const TestReport& report);

// Returns whether a text is the JSON of a test report.
bool is_test_report(std::string_view text);

}  // namespace heddle::result
