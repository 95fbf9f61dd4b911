// Shards of a search, which run without communication, explore together what one search explores:
// the same schedules, each counted once, or the same states, ends, deadlocks and failures.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

#include "differential/explored.hpp"
#include "model/random_program.hpp"
#include "model/random_spins.hpp"
#include "search/recipes/recipes.hpp"
#include "search/split/shard_depth_first.hpp"

namespace heddle {
namespace {

using model::Family;
using model::Program;
using search::SearchOptions;
using search::States;

// Twelve families: 1,440 programs.
constexpr int kProgramsPerFamily = 120;
constexpr std::uint64_t kMostExecutions = 400;
constexpr std::array<std::uint64_t, 4> kShardCounts = {1, 2, 3, 13};

// Collects the visited states in addition.
class KeepStates final : public search::SearchObserver {
 public:
  KeepStates(const model::ModelSystem& system, Explored& into, std::set<Fingerprint>& states)
      : inner_(system, into), states_(states) {}

  void arrived(const search::Path& path, bool) override { states_.insert(path.fingerprint()); }
  void run_ended(const search::Path& path, Verdict verdict) override {
    inner_.run_ended(path, verdict);
  }
  bool failed(const search::Path& path, const Failure& failure) override {
    return inner_.failed(path, failure);
  }

 private:
  KeepEverything inner_;
  std::set<Fingerprint>& states_;
};

struct Whole {
  Explored explored;
  std::set<Fingerprint> states;
  search::FrontierSummary foreign;  // the sums of what others count
};

void add_shard(const Program& program, const SearchOptions& options,
               std::unique_ptr<search::Frontier> frontier, Whole& into) {
  Result<search::Recipe> recipe = search::recipe_for(options);
  ASSERT_TRUE(recipe.ok()) << recipe.sentence();
  if (frontier != nullptr) recipe->frontier = std::move(frontier);
  model::ModelSystem system(program);
  Explored one;
  KeepStates observer(system, one, into.states);
  search::Explorer explorer(system, std::move(*recipe), {}, observer);
  ASSERT_EQ(explorer.explore(), search::End::exhausted);
  const search::FrontierSummary summary = explorer.recipe().frontier->summary();
  into.foreign.foreign_executions += summary.foreign_executions;
  into.foreign.foreign_transitions += summary.foreign_transitions;
  into.explored.runs.insert(into.explored.runs.end(), one.runs.begin(), one.runs.end());
  into.explored.final_states.merge(one.final_states);
  into.explored.failures.merge(one.failures);
  into.explored.deadlocks += one.deadlocks;
  into.explored.tally += explorer.tally();
}

Whole alone(const Program& program, const SearchOptions& options) {
  Whole whole;
  add_shard(program, options, nullptr, whole);
  return whole;
}

Whole sharded(const Program& program, const SearchOptions& options, std::uint64_t shards) {
  Whole whole;
  for (std::uint64_t i = 0; i < shards; ++i) {
    add_shard(program, options, std::make_unique<search::ShardDepthFirst>(i, shards), whole);
  }
  return whole;
}

std::set<std::string> schedules(const Explored& explored) {
  std::set<std::string> all;
  for (const ExploredRun& run : explored.runs) all.insert(to_text(run.schedule));
  return all;
}

template <typename Check>
void for_random_programs(Check check) {
  for (const Family family : model::kFamilies) {
    Random random = Random(77).split(static_cast<std::uint64_t>(family));
    for (int i = 0; i < kProgramsPerFamily && !testing::Test::HasFailure(); ++i) {
      const Program program = model::random_program(family, random);
      SCOPED_TRACE(to_text(program));
      check(program);
    }
  }
}

// Returns false if the search is too large for the test.
bool compare_schedules(const Program& program, const SearchOptions& options) {
  Budget few;
  few.executions = kMostExecutions;
  if (explore(program, search::recipe_for(options), few).end != search::End::exhausted) {
    return false;
  }
  const Whole one = alone(program, options);
  for (const std::uint64_t shards : kShardCounts) {
    SCOPED_TRACE(shards);
    const Whole all = sharded(program, options, shards);
    const search::Tally& sum = all.explored.tally;
    EXPECT_EQ(schedules(all.explored), schedules(one.explored));
    EXPECT_EQ(sum.executions - all.foreign.foreign_executions, one.explored.tally.executions);
    EXPECT_EQ(sum.transitions - all.foreign.foreign_transitions, one.explored.tally.transitions);
    EXPECT_EQ(sum.states - all.foreign.foreign_transitions - (shards - 1),
              one.explored.tally.states);
    EXPECT_EQ(all.explored.final_states, one.explored.final_states);
    EXPECT_EQ(all.explored.failures, one.explored.failures);
    EXPECT_EQ(all.explored.deadlocks > 0, one.explored.deadlocks > 0);
  }
  return true;
}

TEST(Shard, SchedulesAreThoseOfOneSearchAndCountOnce) {
  int compared = 0;
  for_random_programs([&](const Program& program) {
    compared += compare_schedules(program, SearchOptions{}) ? 1 : 0;
  });
  EXPECT_GT(compared, 500);
}

TEST(Shard, BoundsPruneTheSameSchedules) {
  int compared = 0;
  for_random_programs([&](const Program& program) {
    SearchOptions options;
    options.search = config::Search::context_bounded;
    options.bound.preemptions = 1;
    compared += compare_schedules(program, options) ? 1 : 0;
    options = {};
    options.bound.depth = 4;
    compared += compare_schedules(program, options) ? 1 : 0;
  });
  EXPECT_GT(compared, 1000);
}

void compare_states(const Program& program, const SearchOptions& options) {
  const Whole one = alone(program, options);
  for (const std::uint64_t shards : kShardCounts) {
    SCOPED_TRACE(shards);
    const Whole all = sharded(program, options, shards);
    EXPECT_EQ(all.states, one.states);
    EXPECT_EQ(all.explored.final_states, one.explored.final_states);
    EXPECT_EQ(all.explored.failures, one.explored.failures);
    EXPECT_EQ(all.explored.deadlocks > 0, one.explored.deadlocks > 0);
  }
}

SearchOptions stateful(bool fair) {
  SearchOptions options{.states = States::memory};
  options.livelocks = config::Livelocks::ignore;
  options.fair = fair;
  return options;
}

TEST(Shard, StatesAreThoseOfOneSearch) {
  for_random_programs([&](const Program& program) {
    compare_states(program, stateful(false));
    compare_states(program, stateful(true));
  });
}

// Paths that return to a state of their own are pruned in every shard.
TEST(Shard, CyclesLoseNoState) {
  Random random(11);
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const Program program = model::random_spins(random);
    SCOPED_TRACE(to_text(program));
    compare_states(program, stateful(false));
    compare_states(program, stateful(true));
  }
}

// The parts of a large tree differ by less than a factor of two.
TEST(Shard, PartsAreAlike) {
  Random random = Random(5).split(1);
  Program program;
  do {
    program = model::random_program(Family::lock, random);
    Budget many;
    many.executions = 3'000;
    if (explore(program, search::recipe_for({}), many).end != search::End::exhausted) break;
  } while (true);
  // Not a power of the number of choices.
  constexpr std::uint64_t kParts = 7;
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t i = 0; i < kParts; ++i) {
    Whole part;
    add_shard(program, {}, std::make_unique<search::ShardDepthFirst>(i, kParts), part);
    sizes.push_back(part.explored.tally.executions);
  }
  EXPECT_LT(*std::max_element(sizes.begin(), sizes.end()),
            2 * *std::min_element(sizes.begin(), sizes.end()));
}

}  // namespace
}  // namespace heddle
