// The report of several tests: its exit code and its JSON.
#include "result/test_result.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <nlohmann/json.hpp>

namespace heddle::result {
namespace {

TestReport report_of(std::initializer_list<TestStatus> statuses) {
  TestReport report;
  report.program = "/somewhere/queue_test";
  report.framework = "GoogleTest";
  for (const TestStatus status : statuses) {
    TestResult& test = report.tests.emplace_back();
    test.name = "Queue.Test" + std::to_string(report.tests.size());
    test.status = status;
  }
  return report;
}

TEST(TestResult, TheWorstTestDecidesTheExitCode) {
  using enum TestStatus;
  EXPECT_EQ(exit_code(report_of({complete, skipped})), 0);
  EXPECT_EQ(exit_code(report_of({skipped})), 0);
  EXPECT_EQ(exit_code(report_of({complete, unfinished})), 3);
  EXPECT_EQ(exit_code(report_of({complete, too_long})), 3);
  EXPECT_EQ(exit_code(report_of({complete, not_explored})), 3);
  EXPECT_EQ(exit_code(report_of({not_reached})), 3);
  EXPECT_EQ(exit_code(report_of({not_explored, not_explored, skipped})), 2);
  EXPECT_EQ(exit_code(report_of({unfinished, nondeterministic})), 4);
  EXPECT_EQ(exit_code(report_of({nondeterministic, internal_error})), 70);
  EXPECT_EQ(exit_code(report_of({nondeterministic, internal_error, failed})), 1);
}

TEST(TestResult, AnAcceptedTestIsNotComplete) {
  using enum TestStatus;
  TestReport report = report_of({complete, unfinished});
  RunResult& run = report.tests.back().run;
  run.executions = 5;
  run.coverage.phases.resize(1);
  run.coverage.phases[0].search.end = SearchEnd::budget;
  run.search["allow-incomplete"] = "true";
  EXPECT_EQ(exit_code(report), 0);
  EXPECT_EQ(verdict_of(report), "incomplete");
  report.tests.push_back(report_of({not_reached}).tests.front());
  EXPECT_EQ(exit_code(report), 3);
}

TEST(TestResult, ExploredTestsHaveTheFieldsOfARun) {
  TestReport report = report_of({TestStatus::failed, TestStatus::skipped});
  TestResult& failed = report.tests.front();
  failed.suite = "Queue";
  failed.file = "queue_test.cpp";
  failed.line = 12;
  failed.message = "a.cpp:3: Failure";
  failed.run.verdict = RunVerdict::error;
  failed.run.error = FoundError{};
  failed.run.error->kind = FailureKind::deadlock;
  failed.run.trace = "heddle-queue_test.trace";
  const auto json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_EQ(json["framework"], "GoogleTest");
  ASSERT_EQ(json["tests"].size(), 2U);
  const auto& first = json["tests"][0];
  EXPECT_EQ(first["name"], "Queue.Test1");
  EXPECT_EQ(first["line"], 12);
  EXPECT_EQ(first["status"], "failed");
  EXPECT_EQ(first["verdict"], "error");
  EXPECT_EQ(first["error"]["kind"], "deadlock");
  EXPECT_EQ(first["trace"], "heddle-queue_test.trace");
  EXPECT_EQ(json["tests"][1]["status"], "skipped");
  EXPECT_FALSE(json["tests"][1].contains("verdict"));
}

TEST(TestResult, TheReasonIsThatOfTheTest) {
  TestReport report = report_of({TestStatus::too_long});
  report.tests.front().reason = "raise --max-steps";
  EXPECT_EQ(nlohmann::json::parse(to_json(report))["tests"][0]["reason"], "raise --max-steps");
}

TEST(TestResult, InvalidTextDoesNotBreakTheJson) {
  TestReport report = report_of({TestStatus::failed});
  report.tests.front().name = "\xff\x01";
  EXPECT_TRUE(is_test_report(to_json(report)));
  EXPECT_FALSE(is_test_report(to_json(RunResult{})));
  EXPECT_FALSE(is_test_report("{\"tests\": []}"));
  EXPECT_FALSE(is_test_report("no JSON"));
}

}  // namespace
}  // namespace heddle::result
