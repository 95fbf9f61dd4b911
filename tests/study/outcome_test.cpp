// What a run left behind, as a row.
#include "study/outcome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "result/run_result.hpp"

namespace heddle::study {
namespace {

using testing::HasSubstr;

int exited(int code) { return code << 8; }

std::string json_with(result::RunVerdict verdict, std::optional<FailureKind> kind) {
  result::RunResult result;
  result.verdict = verdict;
  result.states = 1;
  result.transitions = 2;
  result.revisits = 3;
  result.executions = 4;
  result.max_depth = 5;
  result.pruned = 6;
  result.seconds = 0.5;
  result.peak_rss = 7;
  if (kind) result.error = result::FoundError{*kind, "stuck", "", "", 9};
  return result::to_json(result);
}

TEST(Outcome, HasEveryFigure) {
  const std::string json = json_with(result::RunVerdict::error, FailureKind::deadlock);
  const auto run = outcome_of({}, exited(1), json, "");
  ASSERT_TRUE(run.ok()) << run.sentence();
  study::Run expected;
  expected.verdict = "error";
  expected.found = true;
  expected.kind = "deadlock";
  expected.message = "stuck";
  expected.states = 1;
  expected.transitions = 2;
  expected.revisits = 3;
  expected.executions = 4;
  expected.max_depth = 5;
  expected.error_depth = 9;
  expected.pruned = 6;
  expected.seconds = 0.5;
  expected.peak_rss = 7;
  expected.exit_code = 1;
  expected.json = json;
  EXPECT_EQ(*run, expected);
}

TEST(Outcome, WhatIsNotTheProgramsErrorIsNotFound) {
  using result::RunVerdict;
  EXPECT_EQ(outcome_of({}, exited(0), json_with(RunVerdict::complete, {}), "")->verdict,
            "complete");
  EXPECT_FALSE(outcome_of({}, exited(3), json_with(RunVerdict::incomplete, {}), "")->found);
  EXPECT_FALSE(
      outcome_of({}, exited(4), json_with(RunVerdict::error, FailureKind::divergence), "")->found);
}

TEST(Outcome, ARefusalIsForTheUserToMend) {
  study::Run run;
  run.subject = "daisy";
  const auto refused = outcome_of(run, exited(2), "", "\nheddle: The disk is full.\n");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.sentence(), HasSubstr("'daisy'"));
  EXPECT_THAT(refused.sentence(), HasSubstr("failed: The disk is full."));
  EXPECT_FALSE(outcome_of(run, exited(127), "", "").ok());
}

TEST(Outcome, AFailureIsKeptAsOne) {
  const auto internal = outcome_of({}, exited(70), "", "a\nheddle: internal error: b\n");
  ASSERT_TRUE(internal.ok());
  EXPECT_EQ(internal->verdict, "failed");
  EXPECT_EQ(internal->message, "internal error: b");
  EXPECT_EQ(internal->exit_code, 70);
  EXPECT_EQ(outcome_of({}, 9, "", "")->message, "heddle run was killed by signal 9");
}

TEST(Outcome, TheLastLineIsWhatCounts) {
  EXPECT_EQ(last_line(""), "");
  EXPECT_EQ(last_line("\n \n"), "");
  EXPECT_EQ(last_line("one"), "one");
  EXPECT_EQ(last_line("one\ntwo \n\n"), "two");
}

}  // namespace
}  // namespace heddle::study
