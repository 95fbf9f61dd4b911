// What may be said after a search: never "all" when something was left out that is not named.
#include "search/coverage.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/recipes/context_bounded.hpp"
#include "search/recipes/depth_first.hpp"
#include "search/recipes/random_walk.hpp"

namespace heddle::search {
namespace {

class KeepGoing final : public SearchObserver {
 public:
  bool failed(const Path&, const Failure&) override { return true; }
};

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
  EXPECT_EQ(statement("W x;W x / W x;W x", context_bounded({.preemptions = 1})),
            "all 4 schedules with at most 1 preemption were executed");
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({.depth = 2})),
            "all 4 schedules were executed up to depth 2");
}

TEST(CoverageStatement, IsSilentAboutABoundThatLeftNothingOut) {
  EXPECT_EQ(statement("W x;W x / W x;W x", context_bounded({.preemptions = 9})),
            "all 6 schedules were executed");
}

TEST(CoverageStatement, SaysFairWhenFairnessLeftSomethingOut) {
  const std::string text = statement("R x;SKE 1 2;Y;JB 0 3 / W x 1", depth_first({}));
  EXPECT_EQ(text.find("all "), 0U) << text;
  EXPECT_NE(text.find(" fair schedules were executed"), std::string::npos) << text;
}

TEST(CoverageStatement, OfSamplesNeverSaysAll) {
  EXPECT_EQ(statement("W x / W x", random_walk({}), {.executions = 40}),
            "40 schedules were sampled at random");
}

TEST(CoverageStatement, OfAnUnfinishedSearchSaysWhy) {
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({}), {.executions = 2}),
            "not finished: 2 schedules were executed before the budget was spent");
  const Recipe recipe = std::move(*depth_first({}));
  const Tally tally{.executions = 1};
  EXPECT_EQ(coverage_statement(recipe, tally, End::time_limit),
            "not finished: 1 schedule was executed before the time limit");
  EXPECT_EQ(coverage_statement(recipe, tally, End::interrupted),
            "not finished: 1 schedule was executed before the search was interrupted");
  EXPECT_EQ(coverage_statement(recipe, tally, End::stopped_at_error),
            "not finished: 1 schedule was executed before an error ended the search");
}

TEST(CoverageStatement, NeverSaysAllWhenARunWasCut) {
  EXPECT_EQ(statement("W x;W x / W x;W x", depth_first({}), {}, 3),
            "not finished: 6 schedules were executed; 6 were cut at the step limit");
}

TEST(Coverage, OfARecipeIsKnownBeforehand) {
  EXPECT_EQ(coverage(*depth_first({})).promise, Promise::exhaustive);
  EXPECT_EQ(coverage(*random_walk({})).promise, Promise::sampled);
  const Coverage bounded = coverage(*context_bounded({.preemptions = 2, .depth = 50}));
  EXPECT_EQ(bounded.promise, Promise::bounded);
  EXPECT_EQ(bounded.bounds, "up to depth 50, with at most 2 preemptions");
}

}  // namespace
}  // namespace heddle::search
