// The interval of an estimate holds the number of schedules that there are.
#include "search/engine/estimate_schedules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>

#include "model/model_system.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle::search {
namespace {

std::optional<TreeEstimate> estimate(const char* program, const SearchOptions& options,
                                     std::uint64_t walks,
                                     std::uint64_t step_limit = model::ModelSystem::kNoLimit) {
  model::ModelSystem system(*model::parse_program(program), step_limit);
  return estimate_schedules(system, options, {.executions = walks});
}

struct Known {
  const char* program;
  double schedules;
  SearchOptions options = {};
};

const Known kKnown[] = {
    {"W x / W x", 2},
    {"A x;A x / A x;A x / A x;A x", 90},
    {"A x;A x / A x;A x / A x;A x", 24, {.bound = {.preemptions = 1}}},
    {"W x;W x / W x;W x", 4, {.bound = {.depth = 2}}},
    // Philosophers.
    {"L a;L b;U b;U a / L b;L c;U c;U b / L c;L a;U a;U c", 168},
    {"A x;A x;A x / A x;A x;A x / A x;A x;A x / A x;A x;A x", 369'600},
    // 40! / (10!)^4.
    {"A x;A x;A x;A x;A x;A x;A x;A x;A x;A x / A x;A x;A x;A x;A x;A x;A x;A x;A x;A x /"
     "A x;A x;A x;A x;A x;A x;A x;A x;A x;A x / A x;A x;A x;A x;A x;A x;A x;A x;A x;A x",
     4.705360871073570e21},
};

// An interval of 95 % misses one in twenty.
TEST(EstimatedSchedules, LieWithinTheInterval) {
  constexpr std::uint64_t kSeeds = 8;
  constexpr std::size_t kMisses = std::size(kKnown) * kSeeds / 20 + 1;
  std::size_t missed = 0;
  for (const Known& known : kKnown) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      SearchOptions options = known.options;
      options.seed = seed;
      const auto found = estimate(known.program, options, 400);
      ASSERT_TRUE(found.has_value());
      const double truth = std::log10(known.schedules);
      if (truth < found->low - 1e-9 || truth > found->high + 1e-9) ++missed;
      EXPECT_NEAR(found->schedules, truth, 0.2) << known.program << ", seed " << seed;
      EXPECT_LT(found->high - found->low, 1) << "a factor of ten: " << known.program;
    }
  }
  EXPECT_LE(missed, kMisses);
}

TEST(EstimatedSchedules, AreNoneOfRunsThatWereCutOrOfOneRun) {
  EXPECT_FALSE(estimate("R x;JB 0 1 / R y;JB 0 1", {}, 10, 100).has_value());
  EXPECT_FALSE(estimate("W x / W x", {}, 0).has_value());
}

TEST(EstimatedSchedules, AreCountedByARandomWalkAsItGoes) {
  model::ModelSystem system(*model::parse_program("A x;A x / A x;A x / A x;A x"));
  SearchObserver observer;
  Explorer explorer(system, std::move(*random_walk({.seed = 3})), {.executions = 4'000}, observer);
  explorer.explore();
  const auto found = explorer.recipe().frontier->summary().estimate;
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(std::pow(10, found->schedules), 90, 5);
}

TEST(EstimateText, CountsWhatIsLeftOrWhatThereIs) {
  const TreeEstimate size{std::log10(3.1e7), 7, std::log10(8.04e7)};
  EXPECT_EQ(estimate_text(size, *depth_first({}), {.executions = 40'112}),
            "about 3.1e7 left (1e7 to 8e7)");
  EXPECT_EQ(
      estimate_text({std::log10(90), std::log10(70), 2}, *depth_first({}), {.executions = 60}),
      "about 30 left (10 to 40)");
  EXPECT_EQ(estimate_text(size, *random_walk({}), {.executions = 40'112}),
            "there are about 3.1e7 (1e7 to 8e7)");
}

TEST(EstimateText, SaysNoLessThanWhatWasExecuted) {
  TreeEstimate size{1, 0.5, 2};
  expect_at_least(size, 50);
  EXPECT_EQ(estimate_text(size, *depth_first({}), {.executions = 50}), "about 1 left (1 to 50)");
}

}  // namespace
}  // namespace heddle::search
