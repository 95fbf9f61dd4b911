#include "result/test_result.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace heddle::result {
namespace {

using TestJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 9> kStatuses = {
    "complete",     "unfinished",  "too long", "failed",        "nondeterministic",
    "not explored", "not reached", "skipped",  "internal error"};

TestJson test_json(const TestResult& test) {
  TestJson json = {{"name", test.name},      {"suite", test.suite},        {"file", test.file},
                   {"line", test.line},      {"status", key(test.status)}, {"reason", test.reason},
                   {"message", test.message}};
  if (!is_explored(test)) return json;
  const TestJson run = TestJson::parse(to_json(test.run));
  for (const auto& [name, value] : run.items()) {
    if (!json.contains(name)) json[name] = value;
  }
  return json;
}

}  // namespace

std::string_view key(TestStatus status) { return kStatuses[static_cast<std::size_t>(status)]; }

bool is_explored(const TestResult& test) {
  switch (test.status) {
    case TestStatus::complete:
    case TestStatus::unfinished:
    case TestStatus::too_long:
    case TestStatus::failed:
    case TestStatus::nondeterministic:
      return true;
    case TestStatus::not_explored:
    case TestStatus::not_reached:
    case TestStatus::skipped:
    case TestStatus::internal_error:
      break;
  }
  return false;
}

std::size_t count(const TestReport& report, TestStatus status) {
  return static_cast<std::size_t>(
      std::count_if(report.tests.begin(), report.tests.end(),
                    [status](const TestResult& test) { return test.status == status; }));
}

int exit_code(const TestReport& report) {
  if (count(report, TestStatus::failed) > 0) return 1;
  if (count(report, TestStatus::internal_error) > 0) return 70;
  if (count(report, TestStatus::nondeterministic) > 0) return 4;
  const std::size_t unexplored = count(report, TestStatus::not_explored);
  const std::size_t skipped = count(report, TestStatus::skipped);
  if (unexplored > 0 && unexplored + skipped == report.tests.size()) return 2;
  const auto accepted = static_cast<std::size_t>(
      std::count_if(report.tests.begin(), report.tests.end(), [](const TestResult& test) {
        const bool ended =
            test.status == TestStatus::unfinished || test.status == TestStatus::too_long;
        return ended && is_accepted(test.run);
      }));
  return count(report, TestStatus::complete) + accepted + skipped == report.tests.size() ? 0 : 3;
}

std::string_view verdict_of(const TestReport& report) {
  const int code = exit_code(report);
  if (code == 1 || code == 4) return "error";
  const std::size_t done = count(report, TestStatus::complete) + count(report, TestStatus::skipped);
  return code == 0 && done == report.tests.size() ? "complete" : "incomplete";
}

std::string to_json(const TestReport& report) {
  TestJson json = {{"verdict", verdict_of(report)},
                   {"program", report.program},
                   {"framework", report.framework},
                   {"seconds", report.seconds},
                   {"tests", TestJson::array()}};
  for (const TestResult& test : report.tests) json["tests"].push_back(test_json(test));
  return json.dump(2, ' ', false, TestJson::error_handler_t::replace) + "\n";
}

bool is_test_report(std::string_view text) {
  const TestJson json = TestJson::parse(text, nullptr, false);
  return json.is_object() && json.contains("framework") && json.contains("tests");
}

}  // namespace heddle::result
