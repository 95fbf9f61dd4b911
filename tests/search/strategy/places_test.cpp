// The frontiers that leave the current path: what they take next, and when they come back.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "search/by_hand.hpp"
#include "search/strategy/breadth_first.hpp"
#include "search/strategy/depth_first.hpp"
#include "search/strategy/iterative_deepening.hpp"
#include "search/strategy/mixed.hpp"
#include "search/strategy/randomized_breadth_first.hpp"

namespace heddle::search {
namespace {

std::vector<Choice> choices(std::uint32_t depth, std::initializer_list<std::size_t> ids) {
  std::vector<Choice> result;
  for (const std::size_t id : ids) result.push_back({depth, decide(id)});
  return result;
}

TEST(BreadthFirst, TakesTheOldestAndTellsTheLastOfAState) {
  HandMadePath made({});
  BreadthFirst frontier;
  EXPECT_TRUE(frontier.offer(made.path(), choices(0, {4, 5})));
  Branch branch;
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.decision, decide(4));
  EXPECT_EQ(branch.place->depth, 0U);
  EXPECT_FALSE(branch.last);
  made.step(decide(4), {});
  EXPECT_TRUE(frontier.offer(made.path(), choices(1, {6})));
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.decision, decide(5));
  EXPECT_TRUE(branch.last);
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.decision, decide(6));
  EXPECT_EQ(branch.place->depth, 1U);
  EXPECT_TRUE(branch.last);
  EXPECT_FALSE(frontier.next(branch));
}

TEST(RandomizedBreadthFirst, WithCertaintyIsBreadthFirst) {
  HandMadePath made({});
  RandomizedBreadthFirst frontier({.jump = Jump::random, .threshold = 0, .ratio = {.constant = 1}},
                                  1);
  frontier.offer(made.path(), choices(0, {1, 2, 3, 4, 5}));
  Branch branch;
  for (const std::size_t id : {1U, 2U, 3U, 4U, 5U}) {
    ASSERT_TRUE(frontier.next(branch));
    EXPECT_EQ(branch.decision, decide(id));
    EXPECT_EQ(branch.last, id == 5);
  }
  EXPECT_FALSE(frontier.next(branch));
  EXPECT_EQ(frontier.summary().pruned, 0U);
}

TEST(RandomizedBreadthFirst, DropsBelowTheThresholdOnly) {
  HandMadePath made({});
  RandomizedBreadthFirst frontier(
      {.jump = Jump::random, .threshold = 1, .ratio = {.constant = 0.25}}, 2);
  std::vector<Choice> many;
  for (std::size_t id = 0; id < 1'000; ++id) many.push_back({0, decide(id)});
  EXPECT_TRUE(frontier.offer(made.path(), many));
  EXPECT_EQ(frontier.summary().pruned, 0U);
  made.step(decide(0), {});
  for (Choice& choice : many) choice.depth = 1;
  frontier.offer(made.path(), many);
  EXPECT_NEAR(static_cast<double>(frontier.summary().pruned), 750, 60);
  const std::uint64_t kept = 2'000 - frontier.summary().pruned;
  std::set<std::pair<std::uint32_t, std::uint16_t>> taken;
  std::uint64_t out_of_order = 0;
  std::uint64_t lasts = 0;
  std::uint16_t before = 0;
  for (Branch branch; frontier.next(branch);) {
    taken.emplace(branch.place->depth, index(branch.decision.thread));
    out_of_order += index(branch.decision.thread) < before ? 1U : 0U;
    before = index(branch.decision.thread);
    lasts += branch.last ? 1U : 0U;
  }
  EXPECT_EQ(taken.size(), kept) << "each once";
  EXPECT_EQ(lasts, 2U) << "once for each of the two states";
  EXPECT_GT(out_of_order, 300U);
}

// With a ratio of 0 every branch is a jump, over the branches that wait.
std::vector<std::uint16_t> jumps_over_six(Jump jump) {
  HandMadePath made({});
  RandomizedBreadthFirst frontier({.jump = jump, .threshold = 1, .ratio = {.constant = 0}}, 1);
  frontier.offer(made.path(), choices(0, {0, 1, 2, 3, 4, 5}));
  std::vector<std::uint16_t> taken;
  for (Branch branch; frontier.next(branch);) taken.push_back(index(branch.decision.thread));
  EXPECT_TRUE(frontier.summary().takes_all);
  return taken;
}

TEST(RandomizedBreadthFirst, JumpsOverAsManyAsTheOptionsSay) {
  EXPECT_EQ(jumps_over_six(Jump::fixed), (std::vector<std::uint16_t>{1, 2, 3, 4, 5, 0}));
  EXPECT_EQ(jumps_over_six(Jump::luby), (std::vector<std::uint16_t>{1, 2, 4, 3, 5, 0}))
      << "1 1 2 1 1 and none is left to jump over";
}

TEST(Mixed, GoesBroadToTheThresholdAndThenDeep) {
  HandMadePath made({});
  Mixed frontier(1, std::make_unique<DepthFirst>(), 3);
  Branch branch;
  EXPECT_TRUE(frontier.offer(made.path(), choices(0, {0, 1})));
  std::vector<PlaceRef> roots;
  for (const std::size_t id : {0U, 1U}) {
    ASSERT_TRUE(frontier.next(branch));
    EXPECT_EQ(branch.decision, decide(id));
    made.truncate(0, {});
    made.step(decide(id), {});
    EXPECT_TRUE(frontier.offer(made.path(), choices(1, {7, 8})));
    roots.push_back(made.path().place());
  }
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_TRUE(std::count(roots.begin(), roots.end(), branch.place) == 1);
  EXPECT_EQ(branch.decision, decide(7)) << "the best of the first root";
  EXPECT_FALSE(branch.last);
  const PlaceRef first = branch.place;
  made.step(decide(7), {});
  frontier.offer(made.path(), choices(2, {9}));
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.place, nullptr);
  EXPECT_EQ(branch.depth, 2U);
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_EQ(branch.place, first);
  EXPECT_EQ(branch.decision, decide(8));
  EXPECT_TRUE(branch.last);
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_NE(branch.place, first);
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_FALSE(frontier.next(branch));
}

TEST(IterativeDeepening, BeginsAgainUntilNothingIsCut) {
  HandMadePath made({});
  IterativeDeepening frontier([](std::uint64_t) { return std::make_unique<DepthFirst>(); },
                              {.first = 1, .step = 1}, 1);
  Branch branch;
  frontier.offer(made.path(), choices(0, {0}));
  ASSERT_TRUE(frontier.next(branch));
  made.step(decide(0), {});
  EXPECT_FALSE(frontier.offer(made.path(), choices(1, {0, 1}))) << "too deep for this round";
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_TRUE(branch.forget);
  EXPECT_TRUE(branch.reopen);
  EXPECT_EQ(branch.depth, 0U);
  made.truncate(0, {});
  frontier.offer(made.path(), choices(0, {0}));
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_FALSE(branch.forget);
  made.step(decide(0), {});
  EXPECT_TRUE(frontier.offer(made.path(), choices(1, {0, 1})));
  ASSERT_TRUE(frontier.next(branch));
  ASSERT_TRUE(frontier.next(branch));
  EXPECT_FALSE(frontier.next(branch)) << "nothing was cut in the second round";
}

}  // namespace
}  // namespace heddle::search
