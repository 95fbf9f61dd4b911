#include "cli/test_session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/complaint.hpp"
#include "cli/explored_run.hpp"
#include "cli/output_files.hpp"
#include "cli/warnings.hpp"
#include "report/framework_message.hpp"
#include "report/paint.hpp"
#include "report/summary.hpp"
#include "report/test_table.hpp"

namespace heddle::cli {
namespace {

using config::RunOptions;
using result::TestResult;
using result::TestStatus;
using TestClock = TimeShares::Clock;

// Names in wider columns would leave no room for the rest of the line.
constexpr std::size_t kWidestName = 60;

// Escapes the control characters of a text with several lines.
std::string on_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines += on_one_line(text.substr(0, end)) + "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool has_story(const TestResult& test) {
  return test.status == TestStatus::failed || test.status == TestStatus::nondeterministic;
}

void take_names(const ListedTest& test, TestResult& into) {
  into.name = test.name;
  into.suite = test.suite;
  into.file = test.file;
  into.line = test.line;
}

std::size_t name_width(const std::vector<ListedTest>& tests) {
  std::size_t width = 0;
  for (const ListedTest& test : tests) {
    TestResult named;
    take_names(test, named);
    width = std::max(width, report::width_of(on_one_line(report::display_name(named))));
  }
  return std::min(width, kWidestName);
}

TestResult unexplored(TestStatus status, std::string reason) {
  TestResult result;
  result.status = status;
  result.reason = std::move(reason);
  return result;
}

}  // namespace

TestSession::TestSession(const RunOptions& options, const RunOptions& search,
                         const ProgramFile& program, TestFinder& finder,
                         const InterruptGuard& interrupt)
    : options_(options),
      search_(search),
      program_(program),
      finder_(finder),
      interrupt_(interrupt),
      terminal_(terminal_of(STDOUT_FILENO, options.colour)) {}

result::TestReport TestSession::run(const FoundTests& found) {
  const auto start = TestClock::now();
  result::TestReport report;
  report.program = program_.path;
  report.framework = framework_name(found.framework);
  const auto enabled = std::count_if(found.tests.begin(), found.tests.end(),
                                     [](const ListedTest& test) { return !test.is_disabled; });
  TimeShares shares(options_.time, static_cast<std::size_t>(enabled), start);
  const std::size_t width = name_width(found.tests);
  for (const ListedTest& test : found.tests) {
    title_ = fmt::format("[{}/{}] {}", report.tests.size() + 1, found.tests.size(),
                         on_one_line(test.name));
    pages_.emplace_back();
    TestResult result = result_of(found.framework, test, shares);
    take_names(test, result);
    print_line(result, width);
    report.tests.push_back(std::move(result));
  }
  report.seconds = std::chrono::duration<double>(TestClock::now() - start).count();
  return report;
}

void TestSession::print_findings(const result::TestReport& report) const {
  const report::Paint paint(terminal_.colour);
  std::size_t next = 0;
  for (const TestResult& test : report.tests) {
    if (!has_story(test)) continue;
    fmt::print("\n{}\n",
               paint.strong(fmt::format("=== {} ===", on_one_line(report::display_name(test)))));
    if (!test.message.empty()) fmt::print("{}\n", on_lines(test.message));
    fmt::print("{}", stories_[next++]);
  }
  fmt::print("\n{}{}", report::test_warnings(report),
             report::test_summary(report, terminal_.colour));
}

// A name may contain control characters, but colours must reach the terminal.
void TestSession::print_line(const TestResult& test, std::size_t width) const {
  TestResult shown = test;
  shown.name = on_one_line(test.name);
  shown.suite = on_one_line(test.suite);
  shown.reason = on_one_line(test.reason);
  fmt::print("{}\n", report::test_line(shown, width, terminal_.colour));
  std::fflush(stdout);
}

TestResult TestSession::result_of(Framework framework, const ListedTest& test, TimeShares& shares) {
  if (test.is_disabled) return unexplored(TestStatus::skipped, "disabled");
  if (interrupt_.interrupted()) return unexplored(TestStatus::not_reached, "interrupted");
  if (shares.is_over(TestClock::now())) {
    return unexplored(TestStatus::not_reached, "the time is over (--time)");
  }
  const Result<Arguments> selection = finder_.select(framework, test);
  const TimeShares::Time time = shares.next(TestClock::now());
  if (interrupt_.interrupted()) return unexplored(TestStatus::not_reached, "interrupted");
  if (!selection.ok()) return unexplored(TestStatus::not_explored, selection.sentence());
  return explored(test, *selection, time);
}

TestResult TestSession::explored(const ListedTest& test, const Arguments& arguments,
                                 TimeShares::Time time) {
  RunOptions options = options_;
  options.trace = test_trace_path(options.traces, program_.path, test.name, traces_);
  traces_.insert(options.trace);
  options.time = time;
  RunOptions search = search_;
  search.trace = options.trace;
  search.time = time;
  Warnings warnings;
  if (const Status read = warnings.read(options.suppressions); !read.ok()) {
    return unexplored(TestStatus::not_explored, read.sentence());
  }
  Result<ExploredRun> run =
      run_exploration({options, search, program_, arguments, title_}, warnings, interrupt_);
  if (!run.ok()) return unexplored(TestStatus::not_explored, run.sentence());
  TestResult result = test_result(*run);
  const bool is_exit = run->result.error && run->result.error->kind == FailureKind::exit;
  if (is_exit && run->trace) result.message = report::framework_message(*run->trace);
  if (has_story(result)) {
    std::string story = run->story + report::summary(run->result, run->style);
    // The summary has the error, which is the divergence.
    if (!run->divergence.empty() && !run->result.error) story += run->divergence + "\n";
    stories_.push_back(std::move(story));
  }
  write_page(*run);
  take_from(test, result, *run);
  return result;
}

// Writes the page of the test in progress beside that of all tests.
void TestSession::write_page(const ExploredRun& run) {
  if (options_.html.empty()) return;
  const std::string path = numbered_path(options_.html, pages_.size());
  const Status written = write_file(path, page_of(run));
  if (written.ok()) pages_.back() = std::filesystem::path(path).filename().string();
  if (pages_written_.ok()) pages_written_ = written;
}

Result<std::vector<std::string>> TestSession::pages() const {
  if (!pages_written_.ok()) return Error{pages_written_.sentence()};
  return pages_;
}

void TestSession::take_from(const ListedTest& test, const TestResult& result, ExploredRun& run) {
  for (report::Finding& finding : run.findings) {
    finding.test = test.name;
    // The framework names the failed check; the program ends elsewhere.
    if (finding.rule == key(FailureKind::exit) && !result.message.empty()) {
      finding.message += "\n" + result.message;
      const auto [file, line] = report::line_of_message(result.message);
      if (line > 0) finding.at = {file, line, test.name};
    }
    findings_.push_back(std::move(finding));
  }
  for (report::RecordedExecution& recording : run.recordings) {
    recording.name = test.name;
    recordings_.push_back(std::move(recording));
  }
}

}  // namespace heddle::cli
