// Merged shards are complete only if every part of one search is there and finished.
#include "result/merged_shards.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::result {
namespace {

using testing::HasSubstr;

// Part `number` of two: 10 schedules, of which the other part counts one.
NamedResult part(std::uint64_t number) {
  NamedResult one;
  one.file = std::to_string(number) + ".json";
  RunResult& result = one.result;
  result.shard = ShardResult{number, 2, true, "points", 1, "1.0"};
  result.search = {{"search", "dfs"}, {"shard", std::to_string(number) + "/2"}};
  result.coverage.program = {"/bin/p", {"a"}, "hash"};
  PhaseCoverage phase;
  phase.search_name = "dfs";
  phase.points = "sync";
  phase.search.end = SearchEnd::exhausted;
  phase.search.shard = number;
  phase.search.shards = 2;
  phase.search.executions = 10;
  phase.search.transitions = 100;
  phase.search.states = 101;
  phase.search.foreign_executions = number - 1;
  phase.search.foreign_transitions = number == 1 ? 3 : 4;
  result.coverage.phases.push_back(phase);
  result.executions = 10;
  return one;
}

SearchCoverage& search_of(NamedResult& one) { return one.result.coverage.phases.front().search; }

TEST(MergedShards, CountWhatSeveralExploredOnce) {
  const Result<RunResult> merged = merge_shards({part(2), part(1)});
  ASSERT_TRUE(merged.ok()) << merged.sentence();
  EXPECT_EQ(merged->verdict, RunVerdict::complete);
  EXPECT_EQ(merged->executions, 19U);
  EXPECT_EQ(merged->transitions, 193U);
  EXPECT_EQ(merged->states, 194U);
  EXPECT_FALSE(merged->shard);
  EXPECT_EQ(coverage_text(merged->coverage), "all 19 schedules were executed");
  EXPECT_EQ(exit_code(*merged), 0);
}

TEST(MergedShards, StatesAreAnUpperBound) {
  NamedResult one = part(1);
  NamedResult two = part(2);
  search_of(one).unit = search_of(two).unit = SearchCoverage::Unit::states;
  const Result<RunResult> merged = merge_shards({one, two});
  ASSERT_TRUE(merged.ok());
  EXPECT_TRUE(merged->states_are_at_most);
  EXPECT_EQ(merged->states, 202U);
  EXPECT_EQ(coverage_text(merged->coverage), "all states were visited");
}

TEST(MergedShards, AreIncompleteWithoutOneOfThem) {
  const Result<RunResult> merged = merge_shards({part(2)});
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->verdict, RunVerdict::incomplete);
  EXPECT_THAT(coverage_text(merged->coverage), HasSubstr("shard 1 of 2 is missing"));
  EXPECT_EQ(exit_code(*merged), 3);
}

TEST(MergedShards, AreIncompleteIfOneIsUnfinishedOrOfAnotherTree) {
  NamedResult unfinished = part(2);
  unfinished.result.shard->is_finished = false;
  NamedResult other_tree = part(2);
  other_tree.result.shard->points_hash = "other";
  NamedResult cut = part(2);
  search_of(cut).cut = 1;
  NamedResult doubted = part(2);
  doubted.result.reason = "uninstrumented code";
  for (const NamedResult& two : {unfinished, other_tree, cut, doubted}) {
    const Result<RunResult> merged = merge_shards({part(1), two});
    ASSERT_TRUE(merged.ok());
    EXPECT_EQ(merged->verdict, RunVerdict::incomplete);
  }
}

TEST(MergedShards, AnErrorOfOneIsAnErrorOfAll) {
  NamedResult two = part(2);
  two.result.verdict = RunVerdict::error;
  two.result.error = FoundError{FailureKind::deadlock, "blocked", "", "", 3};
  two.result.trace = "two.trace";
  const Result<RunResult> merged = merge_shards({part(1), two});
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(merged->verdict, RunVerdict::error);
  EXPECT_EQ(merged->error->message, "blocked");
  EXPECT_EQ(merged->trace, "two.trace");
}

TEST(MergedShards, OfDifferentSearchesAreRefused) {
  const auto refusal = [](void (*change)(RunResult&)) {
    NamedResult two = part(2);
    change(two.result);
    const Result<RunResult> merged = merge_shards({part(1), two});
    return merged.ok() ? std::string("accepted") : merged.sentence();
  };
  EXPECT_THAT(refusal([](RunResult& r) { r.shard->count = 3; }), HasSubstr("numbers of shards"));
  EXPECT_THAT(refusal([](RunResult& r) { r.shard->number = 1; }), HasSubstr("both shard 1"));
  EXPECT_THAT(refusal([](RunResult& r) { r.shard->seed = 2; }), HasSubstr("seeds"));
  EXPECT_THAT(refusal([](RunResult& r) { r.shard->version = "2"; }), HasSubstr("versions"));
  EXPECT_THAT(refusal([](RunResult& r) { r.shard.reset(); }), HasSubstr("whole search"));
  EXPECT_THAT(refusal([](RunResult& r) { r.search["search"] = "bfs"; }), HasSubstr("--search"));
  EXPECT_THAT(refusal([](RunResult& r) { r.coverage.program.hash = "x"; }), HasSubstr("programs"));
  EXPECT_THAT(refusal([](RunResult& r) { r.coverage.program.arguments = {}; }),
              HasSubstr("arguments"));
  EXPECT_EQ(refusal([](RunResult& r) { r.search["shard"] = "2/2"; }), "accepted");
}

TEST(MergedShards, AreWrittenAndReadAsJson) {
  const RunResult one = part(2).result;
  const Result<RunResult> again = run_result_from_json(to_json(one));
  ASSERT_TRUE(again.ok()) << again.sentence();
  EXPECT_EQ(again->shard, one.shard);
  EXPECT_EQ(again->coverage, one.coverage);
}

TEST(MergedShards, HaveTheErrorsOfAllByTheirIdentity) {
  NamedResult one = part(1);
  NamedResult two = part(2);
  for (NamedResult* const each : {&one, &two}) {
    each->result.verdict = RunVerdict::error;
    each->result.error = FoundError{FailureKind::deadlock, "blocked", "", "", 3};
    each->result.error->identity = 7;
  }
  EXPECT_TRUE(merge_shards({one, two})->further_errors.empty());
  two.result.error->identity = 8;
  two.result.error->message = "blocked";
  EXPECT_EQ(merge_shards({one, two})->further_errors.size(), 1U);
}

}  // namespace
}  // namespace heddle::result
