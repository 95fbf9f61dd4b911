// The sentence and the verdict of a run follow from the facts of its phases.
#include "result/run_coverage.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace heddle::result {
namespace {

using Unit = SearchCoverage::Unit;

PhaseCoverage phase(std::uint64_t states) {
  PhaseCoverage one;
  one.points = "sync";
  one.search.unit = Unit::states;
  one.search.end = SearchEnd::exhausted;
  one.search.states = states;
  return one;
}

PhaseCoverage bounded(std::uint64_t states, std::uint64_t preemptions, std::uint64_t pruned) {
  PhaseCoverage one = phase(states);
  one.preemptions = preemptions;
  one.search.has_contexts = true;
  one.search.bounds = {{"preemption bound " + std::to_string(preemptions),
                        "with at most " + std::to_string(preemptions) + " preemptions",
                        Remainder::within_limit, pruned}};
  return one;
}

Coverage of_phase(const PhaseCoverage& one) {
  Coverage coverage;
  coverage.phases = {one};
  return coverage;
}

TEST(RunCoverage, OfOnePhaseIsItsOwn) {
  Coverage coverage;
  EXPECT_FALSE(is_complete(coverage));
  coverage.phases = {phase(12)};
  EXPECT_TRUE(is_complete(coverage));
  EXPECT_TRUE(is_sync_done(coverage));
  EXPECT_FALSE(is_shared_done(coverage));
  EXPECT_EQ(coverage_text(coverage), "all 12 states were visited");
}

TEST(RunCoverage, IsThatOfTheLastPromisedPhase) {
  Coverage coverage;
  PhaseCoverage hunt = phase(3);
  hunt.is_hunt = true;
  hunt.points = "shared";
  hunt.search.end = SearchEnd::budget;
  coverage.phases = {bounded(5, 1, 4), hunt};
  EXPECT_TRUE(is_complete(coverage));
  EXPECT_EQ(
      coverage_text(coverage),
      "all states reachable with at most 1 preemptions were visited; with every shared-memory "
      "access as a scheduling point: budget spent: 3 states visited");
  coverage.phases_left = 1;
  EXPECT_FALSE(is_complete(coverage));
  coverage.phases.front().search.bounds.front().pruned = 0;
  EXPECT_TRUE(is_complete(coverage)) << "nothing was left out, so further phases add nothing";
}

TEST(RunCoverage, AnUnfinishedPhaseNamesTheLastCompleteOne) {
  Coverage coverage;
  coverage.phases = {bounded(5, 1, 4), bounded(9, 2, 4)};
  coverage.phases.back().search.end = SearchEnd::time_limit;
  EXPECT_FALSE(is_complete(coverage));
  EXPECT_EQ(coverage_text(coverage),
            "time limit reached: 9 states visited at preemption bound 2; bound 1 was complete");
}

TEST(RunCoverage, ARunThatWasStoppedIsNotComplete) {
  Coverage coverage;
  coverage.phases = {phase(12)};
  coverage.stopped = "interrupted";
  coverage.before = "none of 2 searches finished; search 0: ";
  coverage.notes = {"memory limit reached"};
  EXPECT_FALSE(is_complete(coverage));
  EXPECT_EQ(coverage_text(coverage),
            "none of 2 searches finished; search 0: interrupted; memory limit reached");
}

TEST(RunCoverage, OneCutOrUncheckedPhaseIsNotCovered) {
  PhaseCoverage one = phase(12);
  one.search.cut = 1;
  EXPECT_FALSE(is_covered(one));
  one = phase(12);
  one.unfinished_livelock_check = true;
  EXPECT_FALSE(is_covered(one));
  one = phase(12);
  one.search.takes_all = false;
  EXPECT_FALSE(is_covered(one));
}

TEST(RunCoverage, NamesTheLimitsOnWaitsThatLeftChoicesOut) {
  PhaseCoverage one = phase(12);
  add_timeout_limit(one.search, 1, 0);
  EXPECT_TRUE(one.search.bounds.empty());
  add_timeout_limit(one.search, 1, 4);
  EXPECT_EQ(coverage_text(of_phase(one)),
            "all 12 states reachable with at most 1 early timeout were visited");
  add_wakeup_limit(one.search, 0, 2);
  const std::string waits = "with at most 1 early timeout and no spurious wake-ups";
  EXPECT_EQ(coverage_text(of_phase(one)), "all 12 states reachable " + waits + " were visited");
  EXPECT_TRUE(is_whole(one)) << "of the model of time that was explored";
  EXPECT_TRUE(excludes_waits(one.search));
  EXPECT_TRUE(excludes_waits(one.search, kSpuriousWakeups));
  EXPECT_EQ(to_json(of_phase(one), {})["pruned"].size(), 2U);

  one.search.unit = Unit::schedules;
  one.search.executions = 3;
  EXPECT_EQ(coverage_text(of_phase(one)), "all 3 schedules " + waits + " were executed");
  one.search.unit = Unit::classes;
  EXPECT_EQ(coverage_text(of_phase(one)),
            "all 3 inequivalent schedules " + waits + " were executed");
  one = bounded(5, 1, 4);
  add_wakeup_limit(one.search, 2, 2);
  EXPECT_EQ(coverage_text(of_phase(one)),
            "all states reachable with at most 1 preemptions and at most 2 spurious wake-ups were "
            "visited");
}

TEST(RunCoverage, ASearchBeyondTheLimitsOnWaitsThatDidNotEndPromisesNothing) {
  PhaseCoverage first = phase(12);
  add_timeout_limit(first.search, 1, 4);
  PhaseCoverage raised = phase(30);
  raised.raises_waits = true;
  Coverage coverage;
  coverage.phases = {first, raised};
  EXPECT_EQ(coverage_text(coverage), "all 30 states were visited");
  coverage.phases.back().search.end = SearchEnd::budget;
  coverage.phases.back().is_hunt = true;
  EXPECT_TRUE(is_complete(coverage));
  EXPECT_EQ(coverage_text(coverage),
            "all 12 states reachable with at most 1 early timeout were visited; with more early "
            "timeouts and spurious wake-ups: budget spent: 30 states visited");
}

TEST(RunCoverage, IsReadAsItWasWritten) {
  Coverage coverage;
  coverage.phases = {bounded(5, 1, 4), phase(12)};
  SearchCoverage& search = coverage.phases.back().search;
  search = {Unit::classes,
            SearchEnd::error_limit,
            false,
            true,
            false,
            true,
            true,
            17,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            9,
            {{"", "up to depth 3", Remainder::prefixes, 9}},
            0.25,
            1e-9,
            "a guarantee"};
  coverage.phases.back().delays = 3;
  coverage.phases.back().depth = 4;
  coverage.phases.back().early_timeouts = 3;
  coverage.phases.back().spurious = 1;
  coverage.phases.back().raises_waits = true;
  coverage.phases.back().is_hunt = true;
  coverage.phases.back().unfinished_livelock_check = true;
  coverage.phases.back().estimate = "about 3 left";
  coverage.phases.back().refusal = "no";
  coverage.phases_left = 2;
  coverage.stopped = "stopped";
  coverage.before = "before";
  coverage.notes = {"one", "two"};
  coverage.race_samples = 19;
  coverage.program = {"/bin/prog", {"a", "b"}, "00ff"};
  coverage.certificate = {"file", 12, "ff00"};
  EXPECT_EQ(coverage_from_json(to_json(coverage, {"an exception"})), coverage);
}

TEST(RunCoverage, WrongFactsAreNone) {
  const nlohmann::ordered_json good = to_json(of_phase(phase(12)), {});
  ASSERT_TRUE(coverage_from_json(good));
  for (const auto& [name, value] : good["phases"][0].items()) {
    nlohmann::ordered_json bad = good;
    bad["phases"][0][name] = nlohmann::ordered_json::object();
    EXPECT_FALSE(coverage_from_json(bad)) << name;
  }
  EXPECT_FALSE(coverage_from_json("text"));
}

TEST(RunCoverage, ListsTheReasonsOfPruning) {
  PhaseCoverage one = bounded(5, 1, 4);
  one.search.pruned = 6;
  one.search.revisits = 7;
  const nlohmann::ordered_json json = to_json(of_phase(one), {});
  ASSERT_EQ(json["pruned"].size(), 3U);
  EXPECT_EQ(json["pruned"][0]["why"], "with at most 1 preemptions");
  EXPECT_EQ(json["pruned"][0]["count"], 4);
  EXPECT_EQ(json["pruned"][1]["count"], 2);
  EXPECT_EQ(json["pruned"][2]["count"], 7);
  EXPECT_EQ(json["model"]["bounds"]["preemptions"], 1);
}

}  // namespace
}  // namespace heddle::result
