// The table of tests: one line per test, a summary with one headline.
#include "report/test_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::report {
namespace {

using result::TestReport;
using result::TestResult;
using result::TestStatus;

TestResult table_row(const std::string& name, TestStatus status, const std::string& reason = "") {
  TestResult test;
  test.name = name;
  test.status = status;
  test.reason = reason;
  return test;
}

TEST(TestTable, ALineHasNameStatusAndTrace) {
  TestResult failed = table_row("Locks.Cycle", TestStatus::failed);
  failed.run.error = result::FoundError{};
  failed.run.error->kind = FailureKind::deadlock;
  failed.run.trace = "heddle-t-Locks.Cycle.trace";
  EXPECT_EQ(test_line(failed, 14, false),
            "Locks.Cycle     failed: deadlock  heddle-t-Locks.Cycle.trace");
  EXPECT_EQ(test_line(table_row("A.B", TestStatus::complete), 3, false), "A.B  passed (complete)");
  EXPECT_NE(test_line(failed, 14, true).find('\x1b'), std::string::npos);
}

TEST(TestTable, EachStatusSaysWhatIsKnown) {
  TestResult sampled = table_row("a", TestStatus::unfinished);
  EXPECT_EQ(status_text(sampled), "not finished: no execution ended in time");
  sampled.run.executions = 1234;
  EXPECT_EQ(status_text(sampled), "passed (sampled, 1,234 schedules)");
  sampled.reason = "uninstrumented code accesses memory";
  EXPECT_EQ(status_text(sampled), "passed (not complete)");
  sampled.run.races.resize(2);
  EXPECT_EQ(status_text(sampled), "passed (not complete, 2 data races)");
  EXPECT_EQ(status_text(table_row("a", TestStatus::too_long, "raise --max-steps")),
            "too long: raise --max-steps");
  EXPECT_EQ(status_text(table_row("a", TestStatus::not_explored, "calls fork")),
            "not explored: calls fork");
  EXPECT_EQ(status_text(table_row("a", TestStatus::nondeterministic, "differs")),
            "nondeterministic");
  EXPECT_EQ(status_text(table_row("a", TestStatus::skipped, "disabled")), "skipped: disabled");
}

TEST(TestTable, ASuiteThatIsNotInTheNamePrecedesIt) {
  TestResult test = table_row("pops", TestStatus::complete);
  test.suite = "queues";
  EXPECT_EQ(display_name(test), "queues: pops");
  test.name = "queues.pops";
  EXPECT_EQ(display_name(test), "queues.pops");
}

TEST(TestTable, TheSummaryHasOneHeadline) {
  TestReport report;
  report.tests = {table_row("a", TestStatus::complete), table_row("b", TestStatus::skipped)};
  EXPECT_EQ(test_summary(report, false),
            "passed: 2 tests; 1 passed (complete), 1 skipped; 0.00 s\n");
  report.tests.push_back(table_row("c", TestStatus::unfinished));
  EXPECT_TRUE(test_summary(report, false).starts_with("no error found so far"));
  report.tests.push_back(table_row("d", TestStatus::failed));
  EXPECT_EQ(test_summary(report, false),
            "FAILED: 1 of 4 tests; 1 passed (complete), 1 not complete, 1 skipped; "
            "0.00 s\n");
}

TEST(TestTable, SentencesThatDifferInNumbersShareALine) {
  TestReport report;
  report.tests = {table_row("a", TestStatus::complete), table_row("b", TestStatus::complete)};
  report.tests[0].run.unwatched = {"checked in only 19 executions"};
  report.tests[1].run.unwatched = {"checked in only 4 executions", "inline assembly"};
  EXPECT_EQ(test_warnings(report),
            "not covered:\n  - checked in only 19 executions (2 tests)\n"
            "  - inline assembly (1 test)\n");
}

}  // namespace
}  // namespace heddle::report
