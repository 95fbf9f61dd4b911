// What may be said after a search: never "all" when something was left out that is not named.
#include "search/engine/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.hpp"
#include "model/model_system.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::search {
namespace {

class KeepGoing final : public SearchObserver {
 public:
  bool failed(const Path&, const Failure&) override { return true; }
};

std::string coverage_statement(const Recipe& recipe, const Tally& tally, End end) {
  return coverage_text(coverage_of(recipe, tally, end));
}

std::string omission(const Recipe& recipe) {
  return omission_text(coverage_of(recipe, {}, End::exhausted));
}

std::string statement(const char* text, Result<Recipe> recipe, const Budget& budget = {},
                      std::uint64_t step_limit = model::ModelSystem::kNoLimit) {
  model::ModelSystem system(*model::parse_program(text), step_limit);
  KeepGoing observer;
  Explorer explorer(system, std::move(*recipe), budget, observer);
  const End end = explorer.explore();
  return coverage_statement(explorer.recipe(), explorer.tally(), end);
}

TEST(CoverageStatement, OfAFinishedSearchSaysAll) {
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({})), "all 6 schedules were executed");
  EXPECT_EQ(statement("W x", depth_first({})), "the only schedule was executed");
}

TEST(CoverageStatement, GroupsDigits) {
  EXPECT_EQ(coverage_statement(*depth_first({}), {.executions = 1'204'000}, End::exhausted),
            "all 1,204,000 schedules were executed");
}

TEST(CoverageStatement, NamesABoundThatLeftSomethingOut) {
  EXPECT_EQ(statement("W x;W x / W x;W x", context_bounded({.bound = {.preemptions = 1}})),
            "all 4 schedules with at most 1 preemption were executed");
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({.bound = {.depth = 2}})),
            "all 4 schedules were executed up to depth 2");
}

TEST(CoverageStatement, IsSilentAboutABoundThatLeftNothingOut) {
  EXPECT_EQ(statement("W x;W x / W x;W x", context_bounded({.bound = {.preemptions = 9}})),
            "all 6 schedules were executed");
}

TEST(CoverageStatement, SaysFairWhenFairnessLeftSomethingOut) {
  const std::string text = statement("R x;SKE 1 2;Y;JB 0 3 / W x 1", depth_first({}));
  EXPECT_EQ(text.find("all "), 0U) << text;
  EXPECT_NE(text.find(" fair schedules were executed"), std::string::npos) << text;
}

TEST(CoverageStatement, GuaranteesOnlyWhatNoBoundLeftOut) {
  const char* program = "W x;W x / W x;W x";
  const std::string whole = statement(program, pct({.pct_depth = 2}), {.executions = 40});
  EXPECT_EQ(whole.find("40 schedules were sampled at random; each of the last 36 finds"), 0U)
      << whole;
  EXPECT_EQ(
      statement(program, pct({.bound = {.preemptions = 0}, .pct_depth = 2}), {.executions = 40}),
      "40 schedules without preemptions were sampled at random");
}

TEST(CoverageStatement, OfSamplesNeverSaysAll) {
  EXPECT_EQ(statement("W x / W x", random_walk({}), {.executions = 40}),
            "40 schedules were sampled at random");
}

TEST(CoverageStatement, OfAnUnfinishedSearchSaysWhy) {
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({}), {.executions = 2}),
            "budget spent: 2 schedules executed");
  const Recipe recipe = std::move(*depth_first({}));
  const Tally tally{.executions = 1};
  EXPECT_EQ(coverage_statement(recipe, tally, End::time_limit),
            "time limit reached: 1 schedule executed");
  EXPECT_EQ(coverage_statement(recipe, tally, End::interrupted),
            "interrupted: 1 schedule executed");
  EXPECT_EQ(coverage_statement(recipe, tally, End::stopped_at_error),
            "stopped at the first error: 1 schedule executed");
  EXPECT_EQ(coverage_statement(recipe, tally, End::error_limit),
            "error limit reached: 1 schedule executed");
  EXPECT_EQ(
      coverage_statement(*context_bounded({.bound = {.preemptions = 1}}), tally, End::time_limit),
      "time limit reached: 1 schedule executed at preemption bound 1");
  EXPECT_EQ(coverage_statement(*depth_first({.bound = {.preemptions = 1, .delays = 2}}), tally,
                               End::interrupted),
            "interrupted: 1 schedule executed at preemption bound 1 and delay bound 2");
}

TEST(CoverageStatement, NeverSaysAllWhenARunWasCut) {
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({}), {}, 3),
            "incomplete: 6 schedules executed; 6 cut at the step limit");
}

constexpr const char* kGrid = "W x;W x / W y;W y";  // 3 x 3 states

TEST(StatesStatement, SaysAllAndHowMany) {
  const SearchOptions memory{.states = States::memory};
  EXPECT_EQ(statement(kGrid, depth_first(memory)), "all 9 states were visited");
  EXPECT_EQ(statement(kGrid, breadth_first(memory)), "all 9 states were visited");
  EXPECT_EQ(statement(kGrid, iterative_deepening(memory)), "all 9 states were visited");
  EXPECT_EQ(coverage_statement(*depth_first(memory), {.states = 1'204}, End::exhausted),
            "all 1,204 states were visited");
}

TEST(StatesStatement, CountsTheLastRoundOfADeepeningSearch) {
  constexpr const char* kLong = "W x;W x;W x;W x;W x / W y;W y;W y;W y;W y";  // 6 x 6, depth 10
  EXPECT_EQ(statement(kLong, iterative_deepening({.states = States::memory})),
            "all 36 states were visited");
  EXPECT_EQ(statement("W x;W x;W x;W x;W x;W x;W x;W x;W x / W y", iterative_deepening({})),
            "all 10 schedules were executed");
}

TEST(StatesStatement, NamesBoundsThatLeftSomethingOut) {
  EXPECT_EQ(statement(kGrid, depth_first({.states = States::memory, .bound = {.depth = 2}})),
            "all 6 states reachable up to depth 2 were visited");
  EXPECT_EQ(statement(kGrid, depth_first({.states = States::memory, .bound = {.preemptions = 0}})),
            "all 8 states reachable without preemptions were visited");
}

TEST(StatesStatement, OfAnUnfinishedOrPruningSearchNeverSaysAll) {
  EXPECT_EQ(statement(kGrid, depth_first({.states = States::memory}), {.states = 4}),
            "budget spent: 4 states visited");
  EXPECT_EQ(statement(kGrid, depth_first({.states = States::memory}), {}, 3),
            "incomplete: 8 states visited; 4 cut at the step limit");
  SearchOptions pruning{.states = States::memory};
  pruning.backtrack = {.jump = Jump::random, .threshold = 0, .ratio = {.constant = 1}};
  EXPECT_EQ(coverage(*breadth_first(pruning)).promise, Promise::sampled);
  EXPECT_EQ(statement(kGrid, breadth_first(pruning)), "all 9 states were visited")
      << "it pruned nothing";
  pruning.backtrack.ratio.constant = 0.3;
  EXPECT_THAT(statement(kGrid, breadth_first(pruning)), testing::EndsWith("visited at random"));
}

TEST(StatesStatement, OfBitStatesEstimatesAndNeverSaysAll) {
  SearchOptions options{.states = States::memory};
  options.visited = {.kind = Visited::Kind::bitstate, .bytes = 1 << 16};
  EXPECT_EQ(statement(kGrid, depth_first(options)),
            "9 states were visited; bit-state hashing: more than 99.99 % of the states");
  EXPECT_EQ(coverage(*depth_first(options)).promise, Promise::sampled);
  options.visited.bytes = 8;
  const std::string small = statement(kGrid, depth_first(options));
  EXPECT_NE(small.find("bit-state hashing: about 9"), std::string::npos) << small;
}

TEST(OmissionText, IsSilentWhereTheChanceIsNegligible) {
  Result<Recipe> recipe = depth_first({.states = States::memory});
  ASSERT_TRUE(recipe.ok());
  EXPECT_EQ(omission(*recipe), "");
  EXPECT_EQ(omission(*depth_first({})), "");
  Random random(1);
  for (int i = 0; i < 100'000; ++i) recipe->visited->insert({random.next(), random.next()}, {});
  EXPECT_EQ(omission(*recipe), "hash-collision probability below 1e-9");
}

TEST(Coverage, OfARecipeIsKnownBeforehand) {
  EXPECT_EQ(coverage(*depth_first({})).promise, Promise::exhaustive);
  EXPECT_EQ(coverage(*random_walk({})).promise, Promise::sampled);
  const Coverage bounded = coverage(*context_bounded({.bound = {.preemptions = 2, .depth = 50}}));
  EXPECT_EQ(bounded.promise, Promise::bounded);
  EXPECT_EQ(bounded.bounds, "up to depth 50, with at most 2 preemptions");
}

}  // namespace
}  // namespace heddle::search
