// Best-first search executes what depth-first search executes, in another order: every schedule
// within the bounds exactly once, or with a reduction at least one of each equivalence class,
// whatever the priorities; and its tree is empty in the end.
//
// HEDDLE_FUZZ_CASES: programs per family.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "differential/explored.hpp"
#include "differential/secretive_system.hpp"
#include "fuzz.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"
#include "search/strategy/best_first.hpp"

namespace heddle {
namespace {

using model::CompleteRun;
using model::Family;
using model::OracleResult;
using model::Program;
using model::TraceKey;
using search::PriorityKind;
using search::Reduce;
using search::SearchOptions;

// Of each family.
constexpr std::uint64_t kProgramsPerFamily = 60;
constexpr std::size_t kMostSchedules = 400;

const std::vector<std::vector<config::Priority>> kPriorities = {
    {{PriorityKind::pb}},
    {{PriorityKind::dpor}},
    {{PriorityKind::ss}, {PriorityKind::mdpor}},
    {{PriorityKind::mdpor}, {PriorityKind::pb}},
    {{PriorityKind::rand}},
    {{PriorityKind::rand}, {PriorityKind::pb}},
};

struct Found {
  Explored explored;
  std::size_t nodes_left = 0;
};

// As `explore`, and looks at the tree.
Found explore_best_first(const Program& program, const SearchOptions& options) {
  Found found;
  model::ModelSystem system(program);
  KeepEverything observer(system, found.explored);
  Result<search::Recipe> recipe = search::best_first(options);
  if (!recipe) {
    ADD_FAILURE() << recipe.sentence();
    return found;
  }
  search::Explorer explorer(system, std::move(*recipe), {}, observer);
  found.explored.end = explorer.explore();
  found.explored.tally = explorer.tally();
  const auto& frontier = dynamic_cast<const search::BestFirst&>(*explorer.recipe().frontier);
  found.nodes_left = frontier.tree().size();
  return found;
}

std::vector<std::string> texts(const Explored& explored) {
  std::vector<std::string> result;
  for (const ExploredRun& run : explored.runs) result.push_back(to_text(run.schedule));
  return result;
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::set<TraceKey> traces(const Program& program, const Explored& explored) {
  std::set<TraceKey> keys;
  for (const ExploredRun& run : explored.runs) keys.insert(trace_of(program, run.schedule));
  return keys;
}

// Neither more nor less than depth-first search.
void expect_same(const Explored& found, const Explored& depth_first) {
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(sorted(texts(found)), sorted(texts(depth_first)));
  EXPECT_EQ(found.final_states, depth_first.final_states);
  EXPECT_EQ(found.failures, depth_first.failures);
  EXPECT_EQ(found.deadlocks, depth_first.deadlocks);
  EXPECT_EQ(found.tally.executions, depth_first.tally.executions);
  EXPECT_EQ(found.tally.states, depth_first.tally.states);
  EXPECT_EQ(found.tally.pruned, depth_first.tally.pruned);
}

void expect_all_schedules(const Program& program, const OracleResult& oracle) {
  const Explored depth_first = explore(program, search::depth_first({.fair = false}));
  ASSERT_EQ(depth_first.runs.size(), oracle.runs.size());
  for (const auto& priorities : kPriorities) {
    const Found found =
        explore_best_first(program, {.priority = priorities, .seed = 7, .fair = false});
    SCOPED_TRACE(static_cast<int>(priorities.front().kind));
    expect_same(found.explored, depth_first);
    EXPECT_EQ(found.nodes_left, 0U);
    EXPECT_LE(found.explored.tally.nodes, oracle.runs.size());
  }
}

void expect_bounds(const Program& program, const OracleResult& oracle) {
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    SCOPED_TRACE(bound);
    SearchOptions options{.bound = {.preemptions = bound}, .seed = 5};
    const Explored depth_first = explore(program, search::depth_first(options));
    options.priority = kPriorities[bound];
    const Found found = explore_best_first(program, options);
    expect_same(found.explored, depth_first);
    EXPECT_EQ(found.nodes_left, 0U);
    options.fair = false;
    EXPECT_EQ(explore_best_first(program, options).explored.runs.size(),
              oracle.within(bound).interleavings);
  }
}

// Nothing is worth more than anything else without preemptions.
void expect_equal_priorities_are_depth_first(const Program& program) {
  const SearchOptions options{.bound = {.preemptions = 0}, .fair = false};
  SearchOptions by_preemptions = options;
  by_preemptions.priority = {{PriorityKind::pb}};
  EXPECT_EQ(texts(explore_best_first(program, by_preemptions).explored),
            texts(explore(program, search::context_bounded(options))));
}

void expect_nothing_lost(const Program& program, const OracleResult& oracle, Reduce reduce) {
  for (const auto& priorities : kPriorities) {
    SCOPED_TRACE(static_cast<int>(reduce) * 10 + static_cast<int>(priorities.front().kind));
    const Found found =
        explore_best_first(program, {.reduce = reduce, .priority = priorities, .seed = 3});
    EXPECT_EQ(found.explored.end, search::End::exhausted);
    EXPECT_EQ(traces(program, found.explored), oracle.traces());
    EXPECT_EQ(found.explored.final_states, oracle.final_states());
    EXPECT_EQ(found.explored.failures, oracle.failures());
    EXPECT_EQ(found.nodes_left, 0U);
    const std::vector<std::string> schedules = texts(found.explored);
    EXPECT_EQ(std::set<std::string>(schedules.begin(), schedules.end()).size(), schedules.size())
        << "an execution came twice";
  }
}

bool waits_for_memory(const Program& program) {
  return std::any_of(program.threads.begin(), program.threads.end(), [](const auto& thread) {
    return std::any_of(thread.begin(), thread.end(), [](const model::Instruction& instruction) {
      return instruction.code == model::Code::await;
    });
  });
}

// What a step did besides its operation is known only to whoever took it.
void expect_secrets_respected(const Program& program, const OracleResult& oracle) {
  for (const Reduce reduce : {Reduce::dpor, Reduce::source}) {
    SCOPED_TRACE(static_cast<int>(reduce));
    SecretiveSystem system(program);
    Explored explored;
    KeepEverything observer(system.open(), explored);
    search::Explorer explorer(
        system, std::move(*search::best_first({.reduce = reduce, .priority = kPriorities[4]})), {},
        observer);
    EXPECT_EQ(explorer.explore(), search::End::exhausted);
    EXPECT_EQ(traces(program, explored), oracle.traces());
    EXPECT_EQ(explored.final_states, oracle.final_states());
  }
}

void expect_bounds_kept_by_reduction(const Program& program, const OracleResult& oracle) {
  for (std::uint64_t bound = 0; bound <= 2; ++bound) {
    SCOPED_TRACE(bound);
    const Found found = explore_best_first(program, {.bound = {.preemptions = bound},
                                                     .reduce = Reduce::dpor,
                                                     .priority = kPriorities[bound + 3]});
    const std::set<TraceKey> met = traces(program, found.explored);
    for (const CompleteRun& run : oracle.runs) {
      if (run.preemptions > bound) continue;
      EXPECT_TRUE(met.contains(run.trace)) << to_text(run.schedule);
    }
    EXPECT_LE(found.explored.runs.size(), oracle.within(bound).interleavings);
    EXPECT_EQ(found.nodes_left, 0U);
  }
}

class BestFirstTest : public testing::TestWithParam<Family> {
 protected:
  template <typename Check>
  void for_each_program(std::uint64_t seed, Check check) {
    Random random(fuzz::number_from("HEDDLE_FUZZ_SEED", seed) +
                  static_cast<std::uint64_t>(GetParam()));
    const std::uint64_t programs = fuzz::cases(kProgramsPerFamily);
    for (std::uint64_t compared = 0; compared < programs && !HasFailure();) {
      const Program program = random_program(GetParam(), random);
      const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
      if (!oracle.complete) continue;
      ++compared;
      SCOPED_TRACE(to_text(program));
      check(program, oracle);
    }
  }
};

TEST_P(BestFirstTest, ExecutesWhatDepthFirstDoes) {
  for_each_program(0xbe57, [](const Program& program, const OracleResult& oracle) {
    expect_all_schedules(program, oracle);
    expect_bounds(program, oracle);
    expect_equal_priorities_are_depth_first(program);
  });
}

TEST_P(BestFirstTest, LosesNothingWithAReduction) {
  for_each_program(0xf125, [](const Program& program, const OracleResult& oracle) {
    for (const Reduce reduce : {Reduce::dpor, Reduce::source, Reduce::sleep}) {
      expect_nothing_lost(program, oracle, reduce);
    }
    expect_bounds_kept_by_reduction(program, oracle);
    // Nobody waits for what nobody announces.
    if (!waits_for_memory(program)) expect_secrets_respected(program, oracle);
  });
}

INSTANTIATE_TEST_SUITE_P(Families, BestFirstTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

}  // namespace
}  // namespace heddle
