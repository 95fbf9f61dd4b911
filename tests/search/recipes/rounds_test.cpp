// Recipes print themselves; restarts draw another order.
#include "search/recipes/recipes.hpp"

#include <gtest/gtest.h>

#include "model/model_system.hpp"
#include "search/engine/coverage.hpp"
#include "search/engine/explorer.hpp"

namespace heddle::search {
namespace {

SearchOptions random_jumps() {
  SearchOptions options{.fair = false};
  options.backtrack.jump = Jump::random;
  options.backtrack.threshold = 20;
  return options;
}

TEST(RandomizedBacktrackingRecipe, PrintsItself) {
  SearchOptions options = random_jumps();
  EXPECT_EQ(depth_first(options)->strategy,
            "depth-first with randomized backtracking (20, random, 0.9)");
  options.backtrack.threshold.reset();
  options.backtrack.ratio.divisor = 50;
  options.backtrack.switch_ratio = config::Ratio{.constant = 0.5};
  EXPECT_EQ(depth_first(options)->strategy,
            "depth-first with randomized backtracking (auto, random, 1-d/50 or 0.5)");
  EXPECT_EQ(depth_first({})->strategy, "depth-first");
}

// Every round has an order of its own: without fresh streams the three runs would be one.
TEST(RandomizedBacktrackingRecipe, BeginsAgainWithAnotherOrder) {
  class Ends final : public SearchObserver {
   public:
    void run_ended(const Path& path, Verdict) override { runs.push_back(to_text(path.schedule())); }
    std::vector<std::string> runs;
  };
  Result<model::Program> program =
      model::parse_program("W x;W x;W x;W x;W x;W x / W x;W x;W x;W x;W x;W x");
  ASSERT_TRUE(program.ok());
  model::ModelSystem system(*program);
  SearchOptions options{.order = {.kind = Order::Kind::random}, .seed = 3};
  options.restarts.every = 13;  // one run
  Ends ends;
  Explorer explorer(system, std::move(*depth_first(options)), {.executions = 3}, ends);
  EXPECT_EQ(explorer.explore(), End::budget);
  ASSERT_EQ(ends.runs.size(), 3U);
  EXPECT_NE(ends.runs[0], ends.runs[1]);
  EXPECT_NE(ends.runs[1], ends.runs[2]);
  EXPECT_NE(ends.runs[0].substr(0, 12), ends.runs[1].substr(0, 12))
      << "it goes back to the beginning, not to the last choice";
}

class Quiet final : public SearchObserver {};

// Every round loses something, so that only the budget ends the search.
void expect_restarts(Search search, Jump jump) {
  model::ModelSystem system(*model::parse_program("W x;W x;W x / W x;W x;W x"));
  SearchOptions options{.search = search, .states = States::memory, .seed = 3};
  options.backtrack = {.jump = jump, .threshold = 1, .ratio = {.constant = 0.5}};
  options.restarts.when_exhausted = true;
  Quiet observer;
  Explorer explorer(system, std::move(*recipe_for(options)), {.states = 500}, observer);
  EXPECT_EQ(explorer.explore(), End::budget);
  EXPECT_GT(explorer.tally().restarts, 10U);
  const std::string statement =
      coverage_text(coverage_of(explorer.recipe(), explorer.tally(), End::budget));
  EXPECT_NE(statement.find("; restarted " + std::to_string(explorer.tally().restarts) + " times"),
            std::string::npos)
      << statement;
}

TEST(RandomizedBacktrackingRecipe, RestartsWhenExhaustedUntilTheBudgetIsSpent) {
  for (const Search search :
       {Search::dfs, Search::iterative_deepening, Search::mixed, Search::bfs}) {
    for (const Jump jump : {Jump::fixed, Jump::random, Jump::luby}) expect_restarts(search, jump);
  }
}

SearchOptions automatic_rounds() {
  SearchOptions options{.search = Search::dfs, .states = States::memory, .seed = 3};
  options.backtrack.jump = Jump::random;
  options.restarts.when_exhausted = true;
  return options;
}

TEST(RandomizedBacktrackingRecipe, AutomaticRoundsEndAfterOneThatPrunesNothing) {
  model::ModelSystem system(*model::parse_program("W x / W x"));
  Quiet observer;
  Explorer explorer(system, std::move(*recipe_for(automatic_rounds())), {}, observer);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(coverage_text(coverage_of(explorer.recipe(), explorer.tally(), End::exhausted)),
            "all 4 states were visited");
}

// A round that ended with open choices did not see everything, although it pruned nothing.
TEST(RandomizedBacktrackingRecipe, AutomaticRoundsMayBeLimited) {
  model::ModelSystem system(
      *model::parse_program("A x;A x;A x;A x / A y;A y;A y;A y / A z;A z;A z;A z"));
  SearchOptions options = automatic_rounds();
  options.restarts.rounds = 2;
  Quiet observer;
  Explorer explorer(system, std::move(*recipe_for(options)), {}, observer);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(explorer.tally().restarts, 1U);
  EXPECT_LE(explorer.tally().states, 48U) << "twice the length of two executions";
  EXPECT_FALSE(is_covered(coverage_of(explorer.recipe(), explorer.tally(), End::exhausted)));
}

TEST(RandomizedBacktrackingRecipe, AutomaticRoundsShuffleUnlessAnOrderIsGiven) {
  SearchOptions options = automatic_rounds();
  EXPECT_EQ(recipe_for(options)->order.size(), 1U);
  options.order.kind = Order::Kind::switch_;
  EXPECT_EQ(recipe_for(options)->order.front()->name(), "switch thread");
  options.order = {};
  options.restarts = {};
  EXPECT_TRUE(recipe_for(options)->order.empty());
}

// A round that prunes nothing has seen everything.
TEST(RandomizedBacktrackingRecipe, EndsAfterARoundThatPrunesNothing) {
  for (const Search search :
       {Search::dfs, Search::iterative_deepening, Search::mixed, Search::bfs}) {
    model::ModelSystem system(*model::parse_program("W x / W x"));
    SearchOptions options{.search = search, .states = States::memory, .seed = 3};
    options.backtrack = {.jump = Jump::fixed, .threshold = 1, .ratio = {.constant = 0.5}};
    options.restarts.when_exhausted = true;
    Quiet observer;
    Explorer explorer(system, std::move(*recipe_for(options)), {.states = 100'000}, observer);
    EXPECT_EQ(explorer.explore(), End::exhausted);
    EXPECT_EQ(coverage_text(coverage_of(explorer.recipe(), explorer.tally(), End::exhausted)),
              "all 4 states were visited");
  }
}

TEST(RandomizedBacktrackingRecipe, DoesNotRestartAnExhaustedSearchUnlessAskedTo) {
  model::ModelSystem system(*model::parse_program("W x;W x;W x / W x;W x;W x"));
  SearchOptions options{.states = States::memory, .seed = 3};
  options.backtrack = {.jump = Jump::fixed, .threshold = 1, .ratio = {.constant = 0.5}};
  Quiet observer;
  Explorer explorer(system, std::move(*recipe_for(options)), {}, observer);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(explorer.tally().restarts, 0U);
}

}  // namespace
}  // namespace heddle::search
