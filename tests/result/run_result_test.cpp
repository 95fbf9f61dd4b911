// The JSON contract of a run's result.
#include "result/run_result.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/random.hpp"

namespace heddle::result {
namespace {

RunResult full_result() {
  RunResult result;
  result.verdict = RunVerdict::error;
  result.error =
      FoundError{FailureKind::deadlock, "all 2 live threads are blocked", "", "a.cpp:3", 12};
  result.further_errors = {{FailureKind::assertion, "x == 1", "thread 2", "b.cpp:4 in f", 9}};
  result.coverage.stopped = "12 states";
  result.search = {{"search", "dfs"}, {"states", "memory"}};
  result.seed = ~std::uint64_t{0};
  result.states = 1;
  result.transitions = 2;
  result.revisits = 3;
  result.executions = 4;
  result.max_depth = 5;
  result.pruned = 6;
  result.cut = 7;
  result.tree = {1000, {10, 20, 5}};
  result.explored_tree = {2, {1, 3}, {0, 2}, {0, 4}};
  result.restarts = 8;
  result.estimate = ScheduleEstimate{3.1e7, 1.2e7, 8e7};
  result.races.emplace_back().variable = "counter";
  result.leaks = {.blocks = 2, .bytes = 24, .threads = 1};
  result.unwatched = {"libfoo.so was built without heddle"};
  result.uninstrumented = {"libfoo.so"};
  result.weak_orders = {"relaxed load at a.cpp:3 in f"};
  result.accesses = "as written";
  result.reason = "uninstrumented code";
  result.seconds = 1.5;
  result.peak_rss = 1 << 20;
  result.trace = "heddle.trace";
  return result;
}

TEST(ExitCode, RacesFailOnlyOnRequest) {
  RunResult result;
  result.verdict = RunVerdict::complete;
  result.races.resize(1);
  EXPECT_EQ(exit_code(result), 0);
  result.search["fail-on"] = "race";
  EXPECT_EQ(exit_code(result), 1);
  result.verdict = RunVerdict::incomplete;
  EXPECT_EQ(exit_code(result), 1);
  result.races.clear();
  EXPECT_EQ(exit_code(result), 3);
}

TEST(ExitCode, AnIncompleteSearchIsAcceptedOnlyAfterItsBudget) {
  RunResult result;
  result.executions = 10;
  result.coverage.phases.resize(2);
  result.coverage.phases[0].search.end = SearchEnd::exhausted;
  result.coverage.phases[1].search.end = SearchEnd::budget;
  EXPECT_EQ(exit_code(result), 3);
  result.search["allow-incomplete"] = "true";
  EXPECT_EQ(exit_code(result), 0);
  result.coverage.phases[1].search.end = SearchEnd::time_limit;
  EXPECT_EQ(exit_code(result), 0);
  const RunResult accepted = result;
  result.coverage.phases[0].search.end = SearchEnd::interrupted;
  EXPECT_EQ(exit_code(result), 3);
  result = accepted;
  result.coverage.stopped = "interrupted";
  EXPECT_EQ(exit_code(result), 3);
  result = accepted;
  result.cut = 10;
  EXPECT_EQ(exit_code(result), 3);
  result = accepted;
  result.members.resize(2);
  EXPECT_EQ(exit_code(result), 0);
  result.members[1].death = "killed";
  EXPECT_EQ(exit_code(result), 3);
  result = accepted;
  result.verdict = RunVerdict::error;
  EXPECT_EQ(exit_code(result), 1);
}

TEST(RunResultLeaks, OfSeveralSearchesAreTheMost) {
  LeakCounts leaks{.blocks = 2, .bytes = 24, .threads = 0};
  add(leaks, {.blocks = 1, .bytes = 4000, .threads = 3});
  EXPECT_EQ(leaks, (LeakCounts{.blocks = 2, .bytes = 24, .threads = 3}));
  add(leaks, {.blocks = 5, .bytes = 20, .threads = 1});
  EXPECT_EQ(leaks, (LeakCounts{.blocks = 5, .bytes = 20, .threads = 3}));
}

TEST(RunResultJson, HasEveryNameOfTheContract) {
  const auto json = nlohmann::json::parse(to_json(full_result()));
  for (const char* name : {"verdict",
                           "error",
                           "search",
                           "seed",
                           "states",
                           "transitions",
                           "executed_steps",
                           "generated_states",
                           "revisits",
                           "executions",
                           "max_depth",
                           "pruned",
                           "races",
                           "unwatched",
                           "seconds",
                           "peak_rss",
                           "trace",
                           "coverage",
                           "coverage_facts",
                           "cut",
                           "tree",
                           "explored_tree",
                           "restarts",
                           "further_errors",
                           "estimate",
                           "suppressed_races",
                           "lock_order",
                           "suppressed_lock_orders",
                           "leaked_blocks",
                           "leaked_bytes",
                           "unjoined_threads",
                           "uninstrumented",
                           "weak_orders",
                           "accesses",
                           "reason",
                           "auxiliary_executions"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  EXPECT_EQ(json.size(), 36U);
  EXPECT_EQ(json["tree"]["interval"], 1000);
  EXPECT_EQ(json["tree"]["nodes"], nlohmann::json::array({10, 20, 5}));
  for (const char* name : {"schedules", "low", "high"}) {
    EXPECT_TRUE(json["estimate"].contains(name)) << name;
  }
  for (const char* name : {"kind", "message", "thread", "location", "depth"}) {
    EXPECT_TRUE(json["error"].contains(name)) << name;
  }
  EXPECT_EQ(json["error"].size(), 5U);
  RunResult further = full_result();
  further.further_errors = {FoundError{}};
  further.further_errors.front().trace = "error-2.trace";
  EXPECT_EQ(nlohmann::json::parse(to_json(further))["further_errors"][0]["trace"], "error-2.trace");
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_EQ(json["error"]["kind"], "deadlock");
}

TEST(RunResultJson, KeepsTheIdentityOfErrors) {
  RunResult result = full_result();
  result.error->identity = ~std::uint64_t{0} - 1;
  EXPECT_EQ(nlohmann::json::parse(to_json(result))["error"]["identity"], "fffffffffffffffe");
  const auto back = run_result_from_json(to_json(result));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->error->identity, result.error->identity);
  EXPECT_EQ(back->further_errors[0].identity, 0U);
  EXPECT_TRUE(is_same(*back->error, *result.error));
  EXPECT_FALSE(is_same(*back->error, full_result().error.value()));
}

TEST(RunResultJson, ErrorIsNullWhenThereIsNone) {
  const auto json = nlohmann::json::parse(to_json(RunResult{}));
  EXPECT_TRUE(json["error"].is_null());
  EXPECT_FALSE(json.contains("estimate"));
  EXPECT_FALSE(json.contains("tree"));
  EXPECT_FALSE(json.contains("explored_tree"));
  EXPECT_EQ(json["verdict"], "incomplete");
}

TEST(RunResultJson, ComesBackAsItWas) {
  const std::string text = to_json(full_result());
  const Result<RunResult> back = run_result_from_json(text);
  ASSERT_TRUE(back.ok()) << back.sentence();
  EXPECT_EQ(to_json(*back), text);
  EXPECT_EQ(back->seed, ~std::uint64_t{0});
  EXPECT_EQ(back->further_errors[0].location, "b.cpp:4 in f");
}

TEST(RunResultJson, AcceptsBytesThatAreNotText) {
  RunResult result = full_result();
  result.error->message = "bad \xff\xfe byte";
  EXPECT_TRUE(run_result_from_json(to_json(result)).ok());
}

TEST(RunResultJson, RefusesOtherFilesInOneSentence) {
  using testing::HasSubstr;
  for (const char* text : {"", "{", "[]", "3", "null", "{}", "\"verdict\""}) {
    const auto result = run_result_from_json(text);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_THAT(result.sentence(), HasSubstr("not the result of a run"));
  }
  const auto bad = run_result_from_json(R"({"verdict": "complete", "states": "many"})");
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.sentence(), HasSubstr("'states'"));
  EXPECT_FALSE(run_result_from_json(R"({"verdict": "maybe"})").ok());
  EXPECT_FALSE(run_result_from_json(R"({"verdict": "error", "error": {"kind": "odd"}})").ok());
  EXPECT_FALSE(run_result_from_json(R"({"verdict": "error", "error": [1]})").ok());
}

// Whatever the bytes, reading answers with a value or a sentence.
TEST(RunResultJson, SurvivesMutations) {
  const std::string good = to_json(full_result());
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string text = good;
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
      text[random.below(text.size())] = static_cast<char>(random.below(256));
    }
    const auto result = run_result_from_json(text);
    if (!result.ok()) {
      EXPECT_FALSE(result.sentence().empty());
    }
  }
}

TEST(ExitCode, SeparatesCleanBugAndNotFinished) {
  RunResult result;
  EXPECT_EQ(exit_code(result), 3);
  result.verdict = RunVerdict::complete;
  EXPECT_EQ(exit_code(result), 0);
  result = full_result();
  EXPECT_EQ(exit_code(result), 1);
  result.error->kind = FailureKind::divergence;
  EXPECT_EQ(exit_code(result), 4);
}

}  // namespace
}  // namespace heddle::result
