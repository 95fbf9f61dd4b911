// Finds the tests of a test program by letting it list them, natively.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_file.hpp"
#include "cli/test_framework.hpp"
#include "core/result.hpp"

namespace heddle::cli {

struct FoundTests {
  Framework framework = Framework::google_test;
  std::vector<ListedTest> tests;  // not empty
};

class TestFinder {
 public:
  // Keeps references to the program, the launcher and `interrupt`.  A list that takes longer than
  // `time` is an error.
  TestFinder(const ProgramFile& program, const std::vector<std::string>& launcher,
             std::chrono::milliseconds time, const InterruptGuard& interrupt)
      : program_(program), launcher_(launcher), time_(time), interrupt_(interrupt) {}

  // Finds the tests that match a filter in the syntax of the framework; empty: all.
  Result<FoundTests> find(const std::string& filter);

  // Returns the arguments that select one test.  The program confirms that they select no other.
  Result<Arguments> select(Framework framework, const ListedTest& test);

 private:
  Result<std::string> list(Framework framework, const Arguments& selection);
  Result<std::vector<ListedTest>> listed(Framework framework, const Arguments& selection);

  const ProgramFile& program_;
  const std::vector<std::string>& launcher_;
  std::chrono::milliseconds time_;
  const InterruptGuard& interrupt_;
  std::vector<ListedTest> noise_;  // lines of each list that name no test
};

}  // namespace heddle::cli
