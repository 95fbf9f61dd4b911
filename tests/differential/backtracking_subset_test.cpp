// Randomized backtracking against brute force: with completion it finds everything, whatever the
// jumps, the variants, the returns and the restarts; without, nothing that does not exist; and
// where it never turns back it is depth-first search, step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "differential/explored.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::Family;
using model::OracleResult;
using model::Program;
using search::BacktrackVariants;
using search::Jump;
using search::Search;
using search::SearchOptions;
using search::States;

// Eleven families: 2,695 programs.
constexpr int kProgramsPerFamily = 245;
// Programs with more schedules than this are skipped.
constexpr std::size_t kMostSchedules = 300;

// Everything that may vary, drawn at random.
SearchOptions random_options(Random& random) {
  SearchOptions options{.states = random.below(2) == 0 ? States::none : States::memory};
  options.fair = false;
  options.livelocks = search::Livelocks::ignore;
  options.seed = random.next();
  options.order.kind =
      random.below(2) == 0 ? search::Order::Kind::random : search::Order::Kind::default_;
  search::Backtrack& backtrack = options.backtrack;
  constexpr Jump kJumps[] = {Jump::fixed, Jump::random, Jump::luby};
  backtrack.jump = kJumps[random.below(3)];
  if (random.below(5) != 0) backtrack.threshold = random.below(6);
  backtrack.ratio.constant = 0.25 * static_cast<double>(random.below(5));
  if (random.below(4) == 0) backtrack.ratio.divisor = 1 + random.below(12);
  if (random.below(3) == 0) backtrack.switch_ratio = config::Ratio{.constant = 0.4};
  BacktrackVariants& variants = backtrack.variants;
  if (random.below(2) == 0) variants.depth = BacktrackVariants::DepthOf::states;
  if (random.below(2) == 0) variants.from = BacktrackVariants::From::beyond;
  if (random.below(3) == 0) variants.jumps = BacktrackVariants::Jumps::all;
  variants.first_exempt = random.below(3) == 0;
  variants.leaving_counts = random.below(3) != 0;
  variants.length = static_cast<BacktrackVariants::Length>(random.below(3));
  variants.clip = random.below(3) != 0;
  variants.reopen_partial = random.below(3) != 0;
  variants.revisits_jump = random.below(3) == 0;
  return options;
}

std::vector<std::string> log_of(const Explored& explored) {
  std::vector<std::string> result;
  for (const ExploredRun& run : explored.runs) result.push_back(to_text(run.schedule));
  return result;
}

std::vector<std::string> sorted(std::vector<std::string> log) {
  std::sort(log.begin(), log.end());
  return log;
}

std::vector<std::string> schedules(const OracleResult& oracle) {
  std::vector<std::string> result;
  for (const model::CompleteRun& run : oracle.runs) result.push_back(to_text(run.schedule));
  return sorted(std::move(result));
}

template <typename Set>
bool is_part(const Set& some, const Set& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void expect_everything(const Program& program, const OracleResult& oracle,
                       const SearchOptions& options) {
  Result<search::Recipe> recipe = search::depth_first(options);
  ASSERT_TRUE(recipe.ok()) << recipe.sentence();
  EXPECT_TRUE(recipe->frontier->summary().takes_all);
  const Explored found = explore(program, std::move(recipe));
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(found.final_states, oracle.final_states());
  EXPECT_EQ(found.failures, oracle.failures());
  EXPECT_EQ(found.tally.pruned, 0U) << "everything given up was taken in the end";
  SearchOptions plain = options;
  plain.backtrack = {};
  plain.restarts = {};
  const Explored all = explore(program, search::depth_first(plain));
  EXPECT_EQ(found.tally.states - found.tally.forgotten_states, all.tally.states);
  EXPECT_EQ(found.tally.executions - found.tally.forgotten_executions, all.tally.executions);
  if (options.states != States::none) return;
  const std::vector<std::string> log = log_of(found);
  const auto skipped = static_cast<std::ptrdiff_t>(found.tally.forgotten_executions);
  EXPECT_EQ(sorted({log.begin() + skipped, log.end()}), schedules(oracle))
      << "every schedule once, after the last restart";
}

void expect_completion(const Program& program, const OracleResult& oracle, Random& random) {
  SearchOptions options = random_options(random);
  options.backtrack.complete = true;
  expect_everything(program, oracle, options);
  options.backtrack.return_chance = random.below(2) == 0 ? 1 : 0.4;
  expect_everything(program, oracle, options);
  options.restarts = {.every = 1 + random.below(20), .luby = true};
  expect_everything(program, oracle, options);
}

// Iterative deepening and mixed search backtrack at random below a limit or a threshold.
void expect_combined_completion(const Program& program, const OracleResult& oracle,
                                Random& random) {
  SearchOptions options = random_options(random);
  options.search = random.below(2) == 0 ? Search::iterative_deepening : Search::mixed;
  options.backtrack.complete = true;
  if (random.below(2) == 0) options.backtrack.return_chance = 0.4;
  if (random.below(2) == 0) options.restarts = {.every = 1 + random.below(20), .luby = true};
  const Explored found = explore(program, search::recipe_for(options));
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(found.final_states, oracle.final_states());
  EXPECT_EQ(found.failures, oracle.failures());
  EXPECT_EQ(found.tally.pruned, 0U) << "everything given up was taken in the end";
  if (options.states != States::none) return;
  const std::vector<std::string> log = log_of(found);
  const auto skipped = static_cast<std::ptrdiff_t>(found.tally.forgotten_executions);
  EXPECT_EQ(sorted({log.begin() + skipped, log.end()}), schedules(oracle))
      << "every schedule once, in the last round";
}

// A combined search finds nothing that does not exist, and everything if it pruned nothing.
void expect_a_combined_part(const Program& program, const OracleResult& oracle, Random& random) {
  SearchOptions options = random_options(random);
  constexpr Search kSearches[] = {Search::iterative_deepening, Search::mixed, Search::bfs};
  options.search = kSearches[random.below(3)];
  if (options.search == Search::bfs) {
    options.backtrack.switch_ratio.reset();
    options.backtrack.variants = {};
  } else if (random.below(2) == 0) {
    options.backtrack.return_chance = 0.5;
  }
  if (random.below(2) == 0) options.restarts = {.every = 1 + random.below(20)};
  const Budget budget{.states = 2'000};
  const Explored found = explore(program, search::recipe_for(options), budget);
  EXPECT_TRUE(is_part(found.final_states, oracle.final_states()));
  EXPECT_TRUE(is_part(found.failures, oracle.failures()));
  if (found.end == search::End::exhausted && found.tally.pruned == 0) {
    EXPECT_EQ(found.final_states, oracle.final_states());
    EXPECT_EQ(found.failures, oracle.failures());
  }
  const Explored again = explore(program, search::recipe_for(options), budget);
  EXPECT_EQ(log_of(found), log_of(again)) << "the same seed, the same search";
}

void expect_a_part(const Program& program, const OracleResult& oracle, Random& random) {
  SearchOptions options = random_options(random);
  if (random.below(2) == 0) options.backtrack.return_chance = 0.5;
  if (random.below(2) == 0) options.restarts = {.every = 1 + random.below(20)};
  const Budget budget{.states = 2'000};
  const Explored found = explore(program, search::depth_first(options), budget);
  EXPECT_TRUE(is_part(found.final_states, oracle.final_states()));
  EXPECT_TRUE(is_part(found.failures, oracle.failures()));
  const Explored again = explore(program, search::depth_first(options), budget);
  EXPECT_EQ(log_of(found), log_of(again)) << "the same seed, the same search";
  EXPECT_EQ(found.tally.transitions, again.tally.transitions);
}

// What is found under a preemption bound with completion is what depth-first search finds.
void expect_the_bounded_part(const Program& program, Random& random) {
  SearchOptions options = random_options(random);
  options.bound.preemptions = random.below(3);
  options.backtrack.complete = true;
  options.backtrack.return_chance = random.below(2) == 0 ? 0.5 : 0;
  const Explored found = explore(program, search::depth_first(options));
  options.backtrack = {};
  const Explored all = explore(program, search::depth_first(options));
  EXPECT_EQ(found.final_states, all.final_states);
  EXPECT_EQ(found.failures, all.failures);
}

void expect_depth_first(const Program& program, Random& random) {
  SearchOptions options = random_options(random);
  options.backtrack.switch_ratio.reset();
  options.backtrack.variants.jumps = BacktrackVariants::Jumps::early;
  options.backtrack.variants.revisits_jump = false;
  if (random.below(2) == 0) {
    options.backtrack.ratio = {.constant = 1};
  } else {
    options.backtrack.threshold = 1'000;
  }
  const Explored found = explore(program, search::depth_first(options));
  options.backtrack = {};
  const Explored plain = explore(program, search::depth_first(options));
  EXPECT_EQ(log_of(found), log_of(plain));
  EXPECT_EQ(found.tally.states, plain.tally.states);
  EXPECT_EQ(found.tally.revisits, plain.tally.revisits);
  EXPECT_EQ(found.tally.transitions, plain.tally.transitions);
}

class RandomizedBacktrackingTest : public testing::TestWithParam<Family> {};

TEST_P(RandomizedBacktrackingTest, AgreesWithBruteForce) {
  Random random(0xbac4 + static_cast<std::uint64_t>(GetParam()));
  for (int compared = 0; compared < kProgramsPerFamily && !HasFailure();) {
    const Program program = random_program(GetParam(), random);
    SCOPED_TRACE(to_text(program));
    const OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    expect_completion(program, oracle, random);
    expect_a_part(program, oracle, random);
    expect_the_bounded_part(program, random);
    expect_depth_first(program, random);
    expect_combined_completion(program, oracle, random);
    expect_a_combined_part(program, oracle, random);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, RandomizedBacktrackingTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

}  // namespace
}  // namespace heddle
