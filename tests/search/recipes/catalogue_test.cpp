// Recipes are found by name, print what they are, and refuse what makes no sense.
#include "search/recipes/catalogue.hpp"

#include <gtest/gtest.h>

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
            "there is no search named 'deep': choose one of dfs, bfs, iterative-deepening, mixed, prss, random, "
            "context-bounded");
}

TEST(Recipes, PrintThemselves) {
  EXPECT_EQ(to_text(*recipe_named("dfs", {.fair = false})),
            "depth-first of all enabled; order as expanded; states none");
  EXPECT_EQ(to_text(*recipe_named("random", {})),
            "restart of all enabled; unfairness <= 0; order shuffle; states none");
  EXPECT_EQ(to_text(*recipe_named("context-bounded", {.preemptions = 2, .depth = 9})),
            "depth-first of all enabled; depth <= 9, unfairness <= 0, preemptions <= 2; order stay "
            "on thread, thread index; states none");
}

TEST(Recipes, RefuseWhatMakesNoSense) {
  EXPECT_NE(recipe_named("dfs", {.depth = 0}).sentence().find("at least 1"), std::string::npos);
  EXPECT_NE(recipe_named("random", {.depth = 0}).sentence().find("at least 1"), std::string::npos);
  EXPECT_NE(recipe_named("context-bounded", {}).sentence().find("needs a bound"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::search
