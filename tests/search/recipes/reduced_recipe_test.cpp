// Reductions are refused where they would lose schedules, and say what they executed.
#include "search/recipes/reduced_recipe.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/engine/coverage.hpp"
#include "search/recipes/breadth_first_recipe.hpp"
#include "search/recipes/depth_first_recipe.hpp"

namespace heddle::search {
namespace {

constexpr Reduce kAll[] = {Reduce::sleep, Reduce::dpor, Reduce::source, Reduce::optimal};

std::string statement(const char* text, const SearchOptions& options, const Budget& budget = {}) {
  model::ModelSystem system(*model::parse_program(text));
  SearchObserver observer;
  Explorer explorer(system, std::move(*depth_first(options)), budget, observer);
  const End end = explorer.explore();
  return coverage_statement(explorer.recipe(), explorer.tally(), end);
}

TEST(Reduced, UnsoundMixesAreRefused) {
  for (const Reduce reduce : kAll) {
    EXPECT_TRUE(depth_first({.reduce = reduce}).ok());
    // Only sleep sets go with a memory of states.
    EXPECT_EQ(depth_first({.states = States::memory, .reduce = reduce}).ok(),
              reduce == Reduce::sleep);
    EXPECT_FALSE(depth_first({.states = States::happens_before, .reduce = reduce}).ok());
    EXPECT_FALSE(depth_first({.depth = 3, .reduce = reduce}).ok());
    EXPECT_FALSE(depth_first({.delays = 1, .reduce = reduce}).ok());
    EXPECT_FALSE(breadth_first({.reduce = reduce}).ok());
    const bool keeps_bounds = reduce == Reduce::dpor;
    EXPECT_EQ(depth_first({.preemptions = 1, .reduce = reduce}).ok(), keeps_bounds);
    SearchOptions jumping{.reduce = reduce};
    jumping.backtrack.jump = Jump::random;
    EXPECT_FALSE(depth_first(jumping).ok());
  }
}

TEST(Reduced, OnlyOneOfEachIsCounted) {
  const char* const program = "W x / R x / R x";
  EXPECT_EQ(statement(program, {.reduce = Reduce::optimal}),
            "all 4 inequivalent schedules were executed");
  EXPECT_EQ(statement(program, {.reduce = Reduce::source}),
            "all inequivalent schedules were executed, in 4 executions");
  EXPECT_EQ(statement("W x / W y", {.reduce = Reduce::optimal}),
            "the only schedule but for equivalent ones was executed");
}

TEST(Reduced, OfStatesItIsSaidThatStepsWereLeftOut) {
  EXPECT_EQ(statement("W x / W y", {.states = States::memory, .reduce = Reduce::sleep}),
            "all 4 states were visited, without steps that only reorder independent ones");
  EXPECT_EQ(
      statement("W x / W y", {.states = States::memory, .reduce = Reduce::sleep}, {.states = 2}),
      "not finished: 2 states were visited before the budget was spent, without steps that "
      "only reorder independent ones");
  SearchOptions few_bits{.states = States::memory, .reduce = Reduce::sleep};
  few_bits.visited = {.kind = VisitedOptions::Kind::bit_state, .bytes = 1 << 20};
  EXPECT_FALSE(depth_first(few_bits).ok());
}

TEST(Reduced, ABoundIsPartOfTheClaim) {
  EXPECT_EQ(statement("A x;A x / A x;A x", {.preemptions = 1, .reduce = Reduce::dpor}),
            "all inequivalent schedules with at most 1 preemption were executed, in 4 executions");
}

TEST(Reduced, AnUnfinishedSearchNeverSaysAll) {
  EXPECT_EQ(statement("A x;A x / A x;A x", {.reduce = Reduce::optimal}, {.executions = 2}),
            "not finished: 2 schedules were executed, without those that only reorder independent "
            "steps, before the budget was spent");
}

}  // namespace
}  // namespace heddle::search
