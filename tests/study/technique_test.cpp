// A configuration's options tell what kind of search it is.
#include "study/technique.hpp"

#include <gtest/gtest.h>

namespace heddle::study {
namespace {

TEST(Technique, PlainIsDepthFirstAndNothingElse) {
  EXPECT_TRUE(technique_of({"a", "search=dfs"}).plain);
  EXPECT_FALSE(technique_of({"a", "search=dfs:order=random"}).plain);
  EXPECT_FALSE(technique_of({"a", "search=dfs:order=switch"}).plain);
  EXPECT_FALSE(technique_of({"a", "search=dfs:bound=preemptions=2"}).plain);
  EXPECT_FALSE(technique_of({"a", "search=dfs:backtrack=random:threshold=5"}).plain);
  EXPECT_FALSE(technique_of({"a", "search=bfs"}).plain);
}

TEST(Technique, RandomizedIsWhatDependsOnTheSeed) {
  EXPECT_FALSE(technique_of({"a", "search=dfs"}).randomized);
  EXPECT_FALSE(technique_of({"a", "search=dfs:order=switch"}).randomized);
  EXPECT_TRUE(technique_of({"a", "search=dfs:order=random"}).randomized);
  EXPECT_TRUE(technique_of({"a", "search=random"}).randomized);
  EXPECT_FALSE(technique_of({"a", "search=best-first"}).randomized);
  EXPECT_TRUE(technique_of({"a", "search=best-first:priority=pb,rand"}).randomized);
  EXPECT_TRUE(technique_of({"a", "search=dfs:backtrack=fixed:threshold=5"}).randomized);
}

TEST(Technique, KnowsTheParametersOfBacktracking) {
  const Technique technique =
      technique_of({"a", "search=dfs:backtrack=luby:threshold=50:ratio=1-d/100:order=random"});
  ASSERT_TRUE(technique.backtracking);
  EXPECT_EQ(technique.backtracking->strategy, "luby");
  EXPECT_EQ(technique.backtracking->threshold, 50U);
  EXPECT_EQ(technique.backtracking->ratio, "1-d/100");
  EXPECT_EQ(technique.others, "search=dfs:order=random");
  EXPECT_FALSE(technique_of({"a", "search=dfs"}).backtracking);
}

TEST(Technique, OfUnreadableOptionsHasItsNameAlone) {
  const Technique technique = technique_of({"later", "search=sideways"});
  EXPECT_EQ(technique.name, "later");
  EXPECT_FALSE(technique.plain || technique.randomized || technique.backtracking);
}

}  // namespace
}  // namespace heddle::study
