// Recipes are found by name, print what they are, and refuse what makes no sense.
#include "search/recipes/catalogue.hpp"

#include <gtest/gtest.h>

#include "search/heuristics/depth.hpp"

namespace heddle::search {
namespace {

TEST(Catalogue, MakesWhatItLists) {
  for (const CatalogueEntry& entry : catalogue()) {
    EXPECT_FALSE(entry.description.empty());
    const Result<Recipe> recipe = recipe_named(entry.name, {.preemptions = 1});
    ASSERT_TRUE(recipe.ok()) << entry.name << ": " << recipe.sentence();
    EXPECT_NE(recipe->frontier, nullptr);
  }
}

TEST(Catalogue, TellsTheNamesToWhoeverAsksForAnother) {
  const Result<Recipe> recipe = recipe_named("deep", {});
  ASSERT_FALSE(recipe.ok());
  EXPECT_EQ(recipe.sentence(),
            "there is no search named 'deep': choose one of dfs, bfs, best-first, "
            "iterative-deepening, mixed, prss, random, pct, pos, urw, surw, context-bounded");
}

TEST(Recipes, PrintThemselves) {
  EXPECT_EQ(to_text(*recipe_named("dfs", {.fair = false})),
            "depth-first of all enabled; order as expanded; states none");
  EXPECT_EQ(to_text(*recipe_named("random", {})),
            "restart of all enabled; unfairness <= 0; order shuffle; states none");
  EXPECT_EQ(to_text(*recipe_named("pct", {.pct_depth = 2})),
            "pct of depth 2 of all enabled; unfairness <= 0; order as expanded; states none");
  EXPECT_EQ(to_text(*recipe_named("context-bounded", {.preemptions = 2, .depth = 9})),
            "depth-first of all enabled; depth <= 9, unfairness <= 0, preemptions <= 2; order stay "
            "on thread, thread index; states none");
}

TEST(Recipes, WithAMemoryNeedNoFairnessAndRememberWhatABoundSpent) {
  EXPECT_EQ(to_text(*recipe_named("dfs", {.states = States::memory})),
            "depth-first of all enabled; order as expanded; states memory, exact");
  EXPECT_EQ(to_text(*recipe_named("bfs", {.states = States::memory, .preemptions = 2})),
            "breadth-first of all enabled; preemptions <= 2; order as expanded; states memory, "
            "exact with costs");
  EXPECT_EQ(to_text(*recipe_named("prss", {.states = States::happens_before})),
            "depth-first of all enabled; unfairness <= 0; order shuffle; states happens-before, "
            "exact");
  const Result<Recipe> both =
      recipe_named("dfs", {.states = States::memory, .preemptions = 2, .depth = 9});
  EXPECT_NE(dynamic_cast<const Depth*>(both->spending.get()), nullptr);
}

TEST(Recipes, RefuseUnsoundOrMeaninglessMixes) {
  const auto refused = [](const char* name, const SearchOptions& options, const char* word) {
    const Result<Recipe> recipe = recipe_named(name, options);
    ASSERT_FALSE(recipe.ok()) << name;
    EXPECT_NE(recipe.sentence().find(word), std::string::npos) << recipe.sentence();
  };
  SearchOptions bits;
  bits.visited = {.kind = VisitedOptions::Kind::bit_state, .bytes = 1024};
  refused("dfs", bits, "states=memory");
  bits.states = States::memory;
  bits.visited.bytes = 0;
  refused("dfs", bits, "needs memory");
  bits.visited = {.kind = VisitedOptions::Kind::bit_state, .bytes = 1024, .wide = true};
  refused("bfs", bits, "wide");
  SearchOptions threshold;
  threshold.backtrack.threshold = 5;
  for (const char* name : {"dfs", "bfs", "iterative-deepening", "prss", "random"}) {
    refused(name, threshold, "threshold");
  }
  SearchOptions jumps{.preemptions = 1};
  jumps.backtrack.jump = Jump::luby;
  for (const char* name : {"bfs", "iterative-deepening", "mixed", "random", "context-bounded"}) {
    refused(name, jumps, "back");
  }
  for (const char* name : {"random", "pct", "pos", "urw", "surw"}) {
    refused(name, {.states = States::memory}, "states=none");
  }
  refused("pct", {.order = Order::switch_thread}, "leave out the order");
  refused("pos", jumps, "back");
  refused("surw", threshold, "threshold");
  refused("pct", {.pct_depth = 0}, "1 or more");
  refused("context-bounded", {.order = Order::switch_thread, .preemptions = 1}, "few switches");
}

TEST(Recipes, RefuseWhatMakesNoSense) {
  EXPECT_NE(recipe_named("dfs", {.depth = 0}).sentence().find("at least 1"), std::string::npos);
  EXPECT_NE(recipe_named("random", {.depth = 0}).sentence().find("at least 1"), std::string::npos);
  EXPECT_NE(recipe_named("context-bounded", {}).sentence().find("needs a bound"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::search
