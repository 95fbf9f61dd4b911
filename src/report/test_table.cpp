#include "report/test_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "core/number_text.hpp"
#include "report/paint.hpp"
#include "report/summary.hpp"

namespace heddle::report {
namespace {

using result::TestReport;
using result::TestResult;
using result::TestStatus;

std::string races_text(const TestResult& test) {
  const std::size_t races = test.run.races.size();
  return races == 0 ? "" : ", " + counted(races, "data race");
}

std::string with_reason(std::string_view status, const std::string& reason) {
  return reason.empty() ? std::string(status) : fmt::format("{}: {}", status, reason);
}

// A sentence without its digits: tests that differ only in counts share a line.
std::string without_digits(const std::string& sentence) {
  std::string result = sentence;
  std::erase_if(result, [](unsigned char c) { return std::isdigit(c) != 0 || c == ','; });
  return result;
}

struct SharedSentence {
  std::string sentence;
  std::size_t tests = 0;
};

void add_sentence(std::vector<SharedSentence>& to, const std::string& sentence) {
  const auto same = std::find_if(to.begin(), to.end(), [&](const SharedSentence& one) {
    return without_digits(one.sentence) == without_digits(sentence);
  });
  if (same == to.end()) {
    to.push_back({sentence, 1});
  } else {
    ++same->tests;
  }
}

std::string sentences_text(std::string_view title, const std::vector<SharedSentence>& sentences) {
  if (sentences.empty()) return "";
  std::string text = fmt::format("{}\n", title);
  for (const SharedSentence& one : sentences) {
    text += fmt::format("  - {} ({})\n", one.sentence, counted(one.tests, "test"));
  }
  return text;
}

std::string tests_headline(const TestReport& report, const Paint& paint) {
  const std::size_t all = report.tests.size();
  const std::string tests = counted(all, "test");
  const std::size_t failed = count(report, TestStatus::failed);
  if (failed > 0) return paint.headline(fmt::format("FAILED: {} of {}", grouped(failed), tests));
  switch (exit_code(report)) {
    case 0:
      if (verdict_of(report) == "complete") return paint.good("passed: " + tests);
      return paint.good("passed, incomplete coverage accepted (--allow-incomplete): " + tests);
    case 2:
      return paint.strong("no test was explored");
    case 4:
      return paint.headline("uncontrolled nondeterminism");
    case 70:
      return paint.headline("internal error of Heddle");
    default:
      return paint.strong("no error found so far; coverage is incomplete: " + tests);
  }
}

}  // namespace

std::string display_name(const TestResult& test) {
  const bool has_suite = test.suite.empty() || test.name.starts_with(test.suite + ".");
  return has_suite ? test.name : test.suite + ": " + test.name;
}

std::string status_text(const TestResult& test) {
  switch (test.status) {
    case TestStatus::complete:
      return fmt::format("passed (complete{})", races_text(test));
    case TestStatus::unfinished:
      if (!test.reason.empty()) return fmt::format("passed (not complete{})", races_text(test));
      if (test.run.executions == 0) return "not finished: no execution ended in time";
      return fmt::format("passed (sampled, {}{})", counted(test.run.executions, "schedule"),
                         races_text(test));
    case TestStatus::too_long:
      return with_reason("too long", test.reason);
    case TestStatus::failed:
      return fmt::format("failed: {}", test.run.error             ? key(test.run.error->kind)
                                       : fails_by_races(test.run) ? "race"
                                                                  : "error");
    case TestStatus::nondeterministic:
      return "nondeterministic";  // its report has the difference
    case TestStatus::not_explored:
    case TestStatus::not_reached:
    case TestStatus::skipped:
    case TestStatus::internal_error:
      break;
  }
  return with_reason(key(test.status), test.reason);
}

std::string test_line(const TestResult& test, std::size_t width, bool colour) {
  const Paint paint(colour);
  std::string status = status_text(test);
  switch (test.status) {
    case TestStatus::complete:
      status = paint.good(status);
      break;
    case TestStatus::failed:
    case TestStatus::nondeterministic:
    case TestStatus::internal_error:
      status = paint.headline(status);
      break;
    case TestStatus::unfinished:
    case TestStatus::too_long:
    case TestStatus::not_explored:
    case TestStatus::not_reached:
      status = paint.strong(status);
      break;
    case TestStatus::skipped:
      status = paint.faint(status);
      break;
  }
  std::string line = padded(display_name(test), width) + "  " + status;
  if (!test.run.trace.empty()) line += "  " + test.run.trace;
  return line;
}

std::string test_warnings(const TestReport& report) {
  std::string text;
  for (const TestResult& test : report.tests) {
    if (test.status == TestStatus::failed) continue;  // its report lists them
    const std::string warnings = warnings_text(test.run);
    if (!warnings.empty()) text += display_name(test) + ": " + warnings;
  }
  std::vector<SharedSentence> reasons;
  std::vector<SharedSentence> not_covered;
  for (const TestResult& test : report.tests) {
    if (test.status == TestStatus::unfinished && !test.reason.empty()) {
      add_sentence(reasons, test.reason);
    }
    for (const std::string& sentence : test.run.unwatched) add_sentence(not_covered, sentence);
  }
  return text + sentences_text("not complete:", reasons) +
         sentences_text("not covered:", not_covered);
}

std::string test_summary(const TestReport& report, bool colour) {
  constexpr std::pair<TestStatus, std::string_view> kWords[] = {
      {TestStatus::nondeterministic, "nondeterministic"},
      {TestStatus::internal_error, "internal error"},
      {TestStatus::complete, "passed (complete)"},
      {TestStatus::unfinished, "not complete"},
      {TestStatus::too_long, "too long"},
      {TestStatus::not_explored, "not explored"},
      {TestStatus::not_reached, "not reached"},
      {TestStatus::skipped, "skipped"},
  };
  std::string text = tests_headline(report, Paint(colour));
  std::string_view separator = "; ";
  for (const auto& [status, word] : kWords) {
    const std::size_t number = count(report, status);
    if (number == 0) continue;
    text += fmt::format("{}{} {}", separator, grouped(number), word);
    separator = ", ";
  }
  return text + fmt::format("; {:.2f} s\n", report.seconds);
}

}  // namespace heddle::report
