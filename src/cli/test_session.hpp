// Explores the tests of a test program one after the other and prints their results.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/explored_run.hpp"
#include "cli/interrupt.hpp"
#include "cli/program_file.hpp"
#include "cli/terminal.hpp"
#include "cli/test_finder.hpp"
#include "cli/time_shares.hpp"
#include "config/run_options.hpp"
#include "core/result.hpp"
#include "result/test_result.hpp"

namespace heddle::cli {

// The tests of one command, in their order.
class TestSession {
 public:
  // Keeps references to all arguments.  `search` is `options` with the guide of a guided search.
  TestSession(const config::RunOptions& options, const config::RunOptions& search,
              const ProgramFile& program, TestFinder& finder, const InterruptGuard& interrupt);

  // Explores the tests and prints a line for each.
  result::TestReport run(const FoundTests& found);

  // Prints the reports of the failed tests, the warnings and the summary.
  // REQUIRES: `report` was returned by run.
  void print_findings(const result::TestReport& report) const;

  // Returns the files of the tests' own pages, in order of the tests; empty names where there is
  // none.  A page that cannot be written is an Error.
  Result<std::vector<std::string>> pages() const;

  // Return the findings and recordings of all tests.
  std::vector<report::Finding> take_findings() { return std::move(findings_); }
  std::vector<report::RecordedExecution> take_recordings() { return std::move(recordings_); }

 private:
  void take_from(const ListedTest& test, const result::TestResult& result, ExploredRun& run);
  result::TestResult result_of(Framework framework, const ListedTest& test, TimeShares& shares);
  result::TestResult explored(const ListedTest& test, const Arguments& arguments,
                              TimeShares::Time time);
  void write_page(const ExploredRun& run);
  void print_line(const result::TestResult& test, std::size_t width) const;

  const config::RunOptions& options_;
  const config::RunOptions& search_;
  const ProgramFile& program_;
  TestFinder& finder_;
  const InterruptGuard& interrupt_;
  Terminal terminal_;
  std::string title_;                 // of the test in progress
  std::set<std::string> traces_;      // files of the tests so far
  std::vector<std::string> stories_;  // of the tests that have one
  std::vector<report::Finding> findings_;
  std::vector<report::RecordedExecution> recordings_;
  std::vector<std::string> pages_;
  Status pages_written_ = Done{};
};

}  // namespace heddle::cli
