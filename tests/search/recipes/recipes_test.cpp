// Every search has a recipe, which prints what it is.
#include "search/recipes/recipes.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "search/heuristics/bounded_costs.hpp"
#include "system/guidance.hpp"

namespace heddle::search {
namespace {

// A sequence of no locations.
class Nowhere final : public Guidance {
 public:
  std::size_t locations() const override { return 0; }
  bool is_at(std::size_t, const StateView&, const ThreadView&) const override { return false; }
  std::uint64_t distance(std::size_t, const StateView&, const ThreadView&) const override {
    return kUnreachable;
  }
};

TEST(Catalogue, MakesARecipeOfEverySearch) {
  for (int kind = 0; kind <= static_cast<int>(Search::context_bounded); ++kind) {
    const auto search = static_cast<Search>(kind);
    if (search == Search::auto_) continue;
    SearchOptions options{.search = search, .bound = {.preemptions = 1}};
    if (search == Search::guided) options.guided.guidance = std::make_shared<Nowhere>();
    const Result<Recipe> recipe = recipe_for(options);
    ASSERT_TRUE(recipe.ok()) << kind << ": " << recipe.sentence();
    EXPECT_NE(recipe->frontier, nullptr);
  }
}

TEST(CatalogueDeathTest, OptionsThatAreRefusedToUsersNeverComeHere) {
  EXPECT_DEATH(recipe_for({.search = Search::bfs, .reduce = Reduce::dpor}).ok(),
               "--reduce cannot be combined");
  EXPECT_DEATH(recipe_for({.search = Search::auto_}).ok(), "not resolved");
}

TEST(Recipes, PrintThemselves) {
  EXPECT_EQ(to_text(*recipe_for({.search = Search::dfs, .fair = false})),
            "depth-first of all enabled; order as expanded; states none");
  EXPECT_EQ(to_text(*recipe_for({.search = Search::random})),
            "restart of all enabled; unfairness <= 0; order shuffle; states none");
  EXPECT_EQ(to_text(*recipe_for({.search = Search::pct, .pct_depth = 2})),
            "pct of depth 2 of all enabled; unfairness <= 0; order as expanded; states none");
  EXPECT_EQ(to_text(*recipe_for(
                {.search = Search::context_bounded, .bound = {.preemptions = 2, .depth = 9}})),
            "depth-first of all enabled; depth <= 9, unfairness <= 0, preemptions <= 2; order stay "
            "on thread, thread index; states none");
}

TEST(Recipes, WithAMemoryNeedNoFairnessAndRememberWhatABoundSpent) {
  EXPECT_EQ(to_text(*recipe_for({.search = Search::dfs, .states = States::memory})),
            "depth-first of all enabled; order as expanded; states memory, exact");
  EXPECT_EQ(to_text(*recipe_for(
                {.search = Search::bfs, .states = States::memory, .bound = {.preemptions = 2}})),
            "breadth-first of all enabled; preemptions <= 2; order as expanded; states memory, "
            "exact with costs");
  EXPECT_EQ(to_text(*recipe_for({.search = Search::prss, .states = States::happens_before})),
            "depth-first of all enabled; unfairness <= 0; order shuffle; states happens-before, "
            "exact");
  const Result<Recipe> both = recipe_for(
      {.search = Search::dfs, .states = States::memory, .bound = {.preemptions = 2, .depth = 9}});
  EXPECT_NE(dynamic_cast<const Depth*>(both->arrivals.get()), nullptr);
}

}  // namespace
}  // namespace heddle::search
