// Best-first search says what it executed.
#include "search/recipes/recipes.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/engine/coverage.hpp"

namespace heddle::search {
namespace {

std::string best_first_statement(const char* text, const SearchOptions& options,
                                 const Budget& budget = {}) {
  model::ModelSystem system(*model::parse_program(text));
  SearchObserver observer;
  Explorer explorer(system, std::move(*best_first(options)), budget, observer);
  const End end = explorer.explore();
  return coverage_text(coverage_of(explorer.recipe(), explorer.tally(), end));
}

TEST(BestFirst, SaysWhatWasExecuted) {
  const char* const program = "A x;A x / A x;A x";
  EXPECT_EQ(best_first_statement(program, {}), "all 6 schedules were executed");
  EXPECT_EQ(best_first_statement(program, {.bound = {.preemptions = 1}}),
            "all 4 schedules with at most 1 preemption were executed");
  EXPECT_EQ(best_first_statement("W x / R x", {.reduce = Reduce::source}),
            "all inequivalent schedules were executed, in 2 executions");
  EXPECT_EQ(best_first_statement(program, {}, {.executions = 3}),
            "budget spent: 3 schedules executed");
}

TEST(BestFirst, ARecipeNamesItsPriorities) {
  EXPECT_EQ(best_first({.reduce = Reduce::source})->strategy,
            "best-first by mdpor,pb with source sets");
  EXPECT_EQ(best_first({.priority = {{PriorityKind::rand}}})->strategy, "best-first by rand");
}

TEST(BestFirst, FewPreemptionsComeFirst) {
  model::ModelSystem system(*model::parse_program("A x;A x;A x / A x;A x;A x"));
  struct Counts : SearchObserver {
    std::vector<std::size_t> preemptions;
    void run_ended(const Path& path, Verdict) override {
      std::size_t switches = 0;
      for (std::size_t i = 1; i < path.depth(); ++i) {
        switches += path.decision(i).thread != path.decision(i - 1).thread ? 1U : 0U;
      }
      preemptions.push_back(switches - 1);  // the last switch is free
    }
  } counts;
  Explorer explorer(system, std::move(*best_first({.priority = {{PriorityKind::pb}}})), {}, counts);
  explorer.explore();
  ASSERT_EQ(counts.preemptions.size(), 20U);
  EXPECT_EQ(counts.preemptions[0], 0U);
  EXPECT_EQ(counts.preemptions[1], 0U);
  EXPECT_EQ(counts.preemptions[2], 1U);
  EXPECT_GT(counts.preemptions.back(), 2U);
}

}  // namespace
}  // namespace heddle::search
