// Each loss is given back once, by depth, by chance or by state.
#include "search/strategy/pruned.hpp"

#include <gtest/gtest.h>

#include <map>

#include "search/by_hand.hpp"

namespace heddle::search {
namespace {

Lost lost(std::uint32_t depth, std::uint64_t state, std::vector<Decision> decisions) {
  Lost result;
  result.depth = depth;
  result.state.fingerprint = {state, state};
  result.decisions = std::move(decisions);
  return result;
}

TEST(Pruned, GivesTheDeepestFirst) {
  Pruned pruned(Pruned::Lookup::none);
  EXPECT_FALSE(pruned.take_deepest());
  pruned.add(lost(3, 1, {decide(1)}));
  pruned.add(lost(7, 2, {decide(2), decide(3)}));
  pruned.add(lost(5, 3, {decide(4)}));
  EXPECT_EQ(pruned.states(), 3U);
  EXPECT_EQ(pruned.take_deepest()->decisions, (std::vector<Decision>{decide(2), decide(3)}));
  EXPECT_EQ(pruned.take_deepest()->depth, 5U);
  EXPECT_EQ(pruned.take_deepest()->depth, 3U);
  EXPECT_TRUE(pruned.empty());
  EXPECT_FALSE(pruned.take_deepest());
}

TEST(Pruned, FindsStatesAndMergesTheirLosses) {
  Pruned pruned(Pruned::Lookup::by_state);
  pruned.add(lost(3, 1, {decide(1)}));
  pruned.add(lost(3, 2, {decide(2)}));
  pruned.add(lost(3, 1, {decide(3)}));
  EXPECT_EQ(pruned.states(), 2U);
  EXPECT_FALSE(pruned.take({9, 9}));
  EXPECT_EQ(pruned.take({1, 1})->decisions, (std::vector<Decision>{decide(1), decide(3)}));
  EXPECT_FALSE(pruned.take({1, 1})) << "it has lost nothing any more";
  EXPECT_EQ(pruned.take_deepest()->decisions, std::vector<Decision>{decide(2)});
  EXPECT_FALSE(pruned.take({2, 2}));
}

// One state at depth 1, nine at depth 2: both depths are equally likely.
TEST(Pruned, DrawsTheDepthBeforeTheState) {
  Random random(4);
  std::map<std::uint64_t, int> drawn;
  for (int i = 0; i < 9'000; ++i) {
    Pruned pruned(Pruned::Lookup::none);
    pruned.add(lost(1, 0, {decide(0)}));
    for (std::uint64_t state = 1; state <= 9; ++state) pruned.add(lost(2, state, {decide(0)}));
    ++drawn[pruned.take_random(random)->state.fingerprint.low];
    EXPECT_EQ(pruned.states(), 9U);
  }
  EXPECT_NEAR(drawn[0], 4'500, 300);
  for (std::uint64_t state = 1; state <= 9; ++state) EXPECT_NEAR(drawn[state], 500, 110) << state;
}

TEST(Pruned, GivesEverythingOnceInAnyMixture) {
  Random random(5);
  Pruned pruned(Pruned::Lookup::by_state);
  std::map<std::uint64_t, int> given;
  const auto note = [&](const std::optional<Lost>& taken) {
    if (taken) ++given[taken->state.fingerprint.low];
  };
  for (std::uint64_t state = 0; state < 500; ++state) {
    pruned.add(lost(static_cast<std::uint32_t>(random.below(9)), state, {decide(0)}));
    if (random.below(3) == 0) note(pruned.take_random(random));
    if (random.below(3) == 0) note(pruned.take({state / 2, state / 2}));
    if (random.below(5) == 0) note(pruned.take_deepest());
  }
  while (!pruned.empty()) note(pruned.take_random(random));
  EXPECT_EQ(given.size(), 500U);
  for (const auto& [state, times] : given) EXPECT_EQ(times, 1) << state;
}

}  // namespace
}  // namespace heddle::search
