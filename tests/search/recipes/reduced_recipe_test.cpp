// Reductions say what they executed.
#include "search/recipes/recipes.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/engine/coverage.hpp"

namespace heddle::search {
namespace {

std::string recipe_statement(const char* text, const SearchOptions& options,
                             const Budget& budget = {}) {
  model::ModelSystem system(*model::parse_program(text));
  SearchObserver observer;
  Explorer explorer(system, std::move(*depth_first(options)), budget, observer);
  const End end = explorer.explore();
  return coverage_text(coverage_of(explorer.recipe(), explorer.tally(), end));
}

TEST(Reduced, OnlyOneOfEachIsCounted) {
  const char* const program = "W x / R x / R x";
  EXPECT_EQ(recipe_statement(program, {.reduce = Reduce::optimal}),
            "all 4 inequivalent schedules were executed");
  EXPECT_EQ(recipe_statement(program, {.reduce = Reduce::source}),
            "all inequivalent schedules were executed, in 4 executions");
  EXPECT_EQ(recipe_statement("W x / W y", {.reduce = Reduce::optimal}),
            "the only inequivalent schedule was executed");
}

TEST(Reduced, OfStatesItIsSaidThatStepsWereLeftOut) {
  EXPECT_EQ(recipe_statement("W x / W y", {.states = States::memory, .reduce = Reduce::sleep}),
            "all 4 states were visited with partial-order reduction");
  EXPECT_EQ(recipe_statement("W x / W y", {.states = States::memory, .reduce = Reduce::sleep},
                             {.states = 2}),
            "budget spent: 2 states visited with partial-order reduction");
}

TEST(Reduced, ABoundIsPartOfTheClaim) {
  EXPECT_EQ(
      recipe_statement("A x;A x / A x;A x", {.bound = {.preemptions = 1}, .reduce = Reduce::dpor}),
      "all inequivalent schedules with at most 1 preemption were executed, in 4 executions");
}

TEST(Reduced, AnUnfinishedSearchNeverSaysAll) {
  EXPECT_EQ(recipe_statement("A x;A x / A x;A x", {.reduce = Reduce::optimal}, {.executions = 2}),
            "budget spent: 2 schedules executed with partial-order reduction");
}

}  // namespace
}  // namespace heddle::search
