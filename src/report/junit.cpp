#include "report/junit.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "report/test_table.hpp"
#include "report/xml_text.hpp"
#include "result/run_coverage.hpp"

namespace heddle::report {
namespace {

using result::TestResult;
using result::TestStatus;

constexpr std::string_view kBegin =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\"";

enum class JunitOutcome : std::uint8_t { passed, failure, error, skipped };

JunitOutcome outcome_of(const TestResult& test) {
  switch (test.status) {
    case TestStatus::complete:
      return JunitOutcome::passed;
    case TestStatus::unfinished:
      return test.run.executions == 0 ? JunitOutcome::skipped : JunitOutcome::passed;
    case TestStatus::failed:
      return JunitOutcome::failure;
    case TestStatus::nondeterministic:
    case TestStatus::internal_error:
      return JunitOutcome::error;
    case TestStatus::too_long:
    case TestStatus::not_explored:
    case TestStatus::not_reached:
    case TestStatus::skipped:
      break;
  }
  return JunitOutcome::skipped;
}

std::size_t count_of(const result::TestReport& report, JunitOutcome outcome) {
  std::size_t count = 0;
  for (const TestResult& test : report.tests) count += outcome_of(test) == outcome ? 1U : 0U;
  return count;
}

std::string attribute_text(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml_attribute(value));
}

std::string counts_text(const result::TestReport& report) {
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                     report.tests.size(), count_of(report, JunitOutcome::failure),
                     count_of(report, JunitOutcome::error), count_of(report, JunitOutcome::skipped),
                     report.seconds);
}

std::string properties_text(const TestResult& test) {
  if (test.run.trace.empty()) return "";
  return fmt::format(
      "      <properties>\n        <property name=\"heddle_trace\"{}/>\n      </properties>\n",
      attribute_text("value", test.run.trace));
}

// An element with a type, a message and a text.
std::string finding(std::string_view element, std::string_view type, std::string_view message,
                    std::string_view text) {
  return fmt::format("      <{0}{1}{2}>{3}</{0}>\n", element, attribute_text("type", type),
                     attribute_text("message", message), xml_text(text));
}

std::string failure_text(const TestResult& test) {
  const bool is_race = !test.run.error && fails_by_races(test.run);
  const std::string kind(test.run.error ? key(test.run.error->kind) : is_race ? "race" : "error");
  const std::string error = test.run.error ? test.run.error->message : is_race ? "data race" : "";
  const std::string& message = test.message.empty() ? error : test.message;
  std::string text = test.message.empty() ? "" : test.message + "\n\n";
  text += test.report;
  if (!test.run.trace.empty()) text += "trace: " + test.run.trace + "\n";
  return finding("failure", kind, message, text);
}

std::string case_body(const TestResult& test) {
  const std::string said = status_text(test);
  switch (outcome_of(test)) {
    case JunitOutcome::failure:
      return failure_text(test);
    case JunitOutcome::error:
      return finding("error", key(test.status), test.reason, test.report);
    case JunitOutcome::skipped:
      return fmt::format("      <skipped{}/>\n", attribute_text("message", said));
    case JunitOutcome::passed:
      break;
  }
  const std::string coverage = result::coverage_text(test.run.coverage);
  return fmt::format("      <system-out>{}</system-out>\n",
                     xml_text(coverage.empty() ? said : said + "\n" + coverage));
}

std::string test_case(const TestResult& test, std::string_view suite) {
  // GoogleTest's names begin with the suite, which the class name holds.
  const std::string prefix = test.suite + ".";
  const bool repeats = !test.suite.empty() && test.name.starts_with(prefix);
  const std::string name = repeats ? test.name.substr(prefix.size()) : test.name;
  std::string text = "    <testcase" + attribute_text("name", name) +
                     attribute_text("classname", test.suite.empty() ? suite : test.suite);
  if (!test.file.empty()) text += attribute_text("file", test.file);
  if (test.line > 0) text += fmt::format(" line=\"{}\"", test.line);
  text += fmt::format(" time=\"{:.3f}\">\n", test.run.seconds);
  return text + properties_text(test) + case_body(test) + "    </testcase>\n";
}

}  // namespace

std::string junit_xml(const result::TestReport& report) {
  const std::size_t slash = report.program.rfind('/');
  const std::string suite =
      slash == std::string::npos ? report.program : report.program.substr(slash + 1);
  const std::string counts = counts_text(report);
  std::string text = std::string(kBegin) + counts + ">\n";
  text += "  <testsuite" + attribute_text("name", suite) + counts + ">\n";
  for (const TestResult& test : report.tests) text += test_case(test, suite);
  return text + "  </testsuite>\n</testsuites>\n";
}

bool is_junit_xml(std::string_view text) { return text.starts_with(kBegin); }

}  // namespace heddle::report
