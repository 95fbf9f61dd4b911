// Searches that remember states reach exactly the states, ends and deadlocks that are reachable,
// whatever the frontier, the order and the bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "differential/reachable.hpp"
#include "model/oracle.hpp"
#include "model/random_program.hpp"
#include "search/engine/coverage.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::Family;
using model::Program;
using search::Order;
using search::Recipe;
using search::SearchOptions;
using search::States;

// Eleven families: 3,080 programs.
constexpr int kProgramsPerFamily = 280;
// Programs with more schedules than this are skipped.
constexpr std::size_t kMostSchedules = 600;
// Without a memory of states every schedule is executed: only programs with few of them.
constexpr std::size_t kMostStateless = 100;

struct Found {
  Reachable reached;
  search::Tally tally;
  search::End end = search::End::exhausted;
  std::uint64_t program_states = 0;  // failed runs excluded
};

// Keeps the states themselves.
class Watcher final : public search::SearchObserver {
 public:
  Watcher(const model::ModelSystem& system, Reachable& into) : system_(system), into_(into) {}

  void arrived(const search::Path&, bool) override {
    into_.states.insert(contents(system_.state()));
  }
  void run_ended(const search::Path&, Verdict verdict) override {
    if (verdict == Verdict::running) return;  // a bound left nothing to take
    const Contents state = contents(system_.state());
    into_.ends.insert(state);
    if (verdict == Verdict::deadlock) into_.deadlocks.insert(state);
  }
  bool failed(const search::Path& path, const Failure&) override {
    failed_runs += path.view().verdict == Verdict::failed ? 1U : 0U;
    return true;
  }

  std::uint64_t failed_runs = 0;

 private:
  const model::ModelSystem& system_;
  Reachable& into_;
};

Found run(const Program& program, Recipe recipe) {
  Found found;
  model::ModelSystem system(program);
  Watcher watcher(system, found.reached);
  search::Explorer explorer(system, std::move(recipe), {}, watcher);
  found.end = explorer.explore();
  found.tally = explorer.tally();
  // Every failed run counts as a state of its own.
  found.tally.states -= watcher.failed_runs;
  found.program_states = search::coverage_of(explorer.recipe(), explorer.tally(), found.end)
                             .program_states.value_or(explorer.tally().states) -
                         watcher.failed_runs;
  return found;
}

Found run(const Program& program, config::Search kind, SearchOptions options) {
  options.search = kind;
  Result<Recipe> recipe = search::recipe_for(options);
  if (!recipe) {
    ADD_FAILURE() << static_cast<int>(kind) << ": " << recipe.sentence();
    return {};
  }
  return run(program, std::move(*recipe));
}

using Kind = config::Search;

struct Search {
  Kind kind;
  Order::Kind order = Order::Kind::default_;
  std::optional<std::uint64_t> threshold = std::nullopt;
};

constexpr Search kSearches[] = {
    {Kind::dfs},
    {Kind::dfs, Order::Kind::switch_},
    {Kind::dfs, Order::Kind::prefer_thread},
    {Kind::bfs},
    {Kind::bfs, Order::Kind::random},
    {Kind::iterative_deepening},
    {Kind::mixed, Order::Kind::default_, 3},
    {Kind::prss},
};

SearchOptions options_of(const Search& search, States states) {
  SearchOptions options{.states = states, .order = {.kind = search.order, .thread = 1}};
  options.backtrack.threshold = search.threshold;
  options.seed = 17;
  options.fair = false;
  return options;
}

void expect_same(const Found& found, const Reachable& expected, const Search& search) {
  EXPECT_EQ(found.end, search::End::exhausted);
  EXPECT_EQ(found.reached.states, expected.states) << static_cast<int>(search.kind);
  EXPECT_EQ(found.reached.deadlocks, expected.deadlocks) << static_cast<int>(search.kind);
  EXPECT_EQ(found.reached.ends, expected.ends) << static_cast<int>(search.kind);
}

void expect_all_states(const Program& program) {
  const Reachable expected = reachable(program);
  for (const Search& search : kSearches) {
    const Found found = run(program, search.kind, options_of(search, States::memory));
    expect_same(found, expected, search);
    if (found.tally.forgotten_states == 0) {
      EXPECT_EQ(found.tally.states, expected.states.size()) << static_cast<int>(search.kind);
    }
  }
}

void expect_all_ends_without_memory(const Program& program, const model::OracleResult& oracle) {
  for (const Search& search : kSearches) {
    const Found found = run(program, search.kind, options_of(search, States::none));
    EXPECT_EQ(found.reached.ends, oracle.final_states()) << static_cast<int>(search.kind);
    EXPECT_EQ(found.tally.executions - found.tally.forgotten_executions, oracle.runs.size())
        << static_cast<int>(search.kind);
  }
}

// Sleep sets leave out steps, not states.  Returns how many steps.
std::uint64_t expect_all_states_asleep(const Program& program) {
  std::uint64_t left_out = 0;
  const Reachable expected = reachable(program);
  const Found plain = run(program, Kind::dfs, options_of({Kind::dfs}, States::memory));
  for (const Order::Kind order :
       {Order::Kind::default_, Order::Kind::switch_, Order::Kind::random}) {
    const Search search{Kind::dfs, order};
    SearchOptions options = options_of(search, States::memory);
    options.reduce = search::Reduce::sleep;
    const Found found = run(program, search.kind, options);
    expect_same(found, expected, search);
    EXPECT_EQ(found.tally.states, expected.states.size());
    EXPECT_LE(found.tally.transitions, plain.tally.transitions) << "some step was taken twice";
    left_out += plain.tally.transitions - found.tally.transitions;
  }
  return left_out;
}

void expect_states_within(const Program& program, const Limits& limits) {
  const Reachable expected = reachable(program, limits);
  for (const Search& search : kSearches) {
    SearchOptions options = options_of(search, States::memory);
    if (limits.preemptions != UINT64_MAX) options.bound.preemptions = limits.preemptions;
    if (limits.depth != UINT64_MAX) options.bound.depth = limits.depth;
    const Found found = run(program, search.kind, options);
    expect_same(found, expected, search);
    // Deepening clears the visited set, and arrives at failures again.
    if (limits.preemptions == UINT64_MAX || found.tally.forgotten_states > 0) continue;
    EXPECT_EQ(found.program_states, expected.states.size()) << static_cast<int>(search.kind);
  }
}

std::set<Contents> ends_within(const model::OracleResult& oracle, std::uint64_t bound) {
  std::set<Contents> ends;
  for (const model::CompleteRun& run : oracle.runs) {
    if (run.preemptions <= bound) ends.insert(run.final_state);
  }
  return ends;
}

// What a preemption-bounded search ends at is what brute force ends at.
void expect_bounded_ends(const Program& program, const model::OracleResult& oracle) {
  for (std::uint64_t bound = 0; bound <= 2; ++bound) {
    const Found found =
        run(program, Kind::context_bounded,
            {.states = States::memory, .bound = {.preemptions = bound}, .fair = false});
    EXPECT_EQ(found.reached.ends, ends_within(oracle, bound)) << bound;
  }
}

// The same by what happened before what.
void expect_ends_by_happens_before(const Program& program, const model::OracleResult& oracle) {
  for (const Search& search : kSearches) {
    const Found found = run(program, search.kind, options_of(search, States::happens_before));
    EXPECT_EQ(found.reached.ends, oracle.final_states()) << static_cast<int>(search.kind);
  }
  for (std::uint64_t bound = 0; bound <= 2; ++bound) {
    const SearchOptions options{
        .states = States::happens_before, .bound = {.preemptions = bound}, .fair = false};
    EXPECT_EQ(run(program, Kind::context_bounded, options).reached.ends,
              ends_within(oracle, bound));
  }
}

void expect_subset_when_pruning(const Program& program) {
  const Reachable all = reachable(program);
  SearchOptions options{.states = States::memory, .seed = 5, .fair = false};
  options.backtrack.jump = search::Jump::random;
  options.backtrack.threshold = 2;
  options.backtrack.ratio.constant = 0.6;
  const Found found = run(program, Kind::bfs, options);
  EXPECT_TRUE(std::includes(all.states.begin(), all.states.end(), found.reached.states.begin(),
                            found.reached.states.end()));
  const Reachable above = reachable(program, {.depth = 2});
  EXPECT_TRUE(std::includes(found.reached.states.begin(), found.reached.states.end(),
                            above.states.begin(), above.states.end()))
      << "something above the threshold was left out";
  options.backtrack.ratio.constant = 1;
  EXPECT_EQ(run(program, Kind::bfs, options).reached.states, all.states);
}

class StatesTest : public testing::TestWithParam<Family> {};

TEST_P(StatesTest, AreThoseThatCanBeReached) {
  Random random(0x57a7e + static_cast<std::uint64_t>(GetParam()));
  std::uint64_t left_out = 0;
  for (int compared = 0; compared < kProgramsPerFamily && !HasFailure();) {
    const Program program = random_program(GetParam(), random);
    SCOPED_TRACE(to_text(program));
    const model::OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    expect_all_states(program);
    left_out += expect_all_states_asleep(program);
    if (oracle.runs.size() <= kMostStateless) expect_all_ends_without_memory(program, oracle);
    for (std::uint64_t bound = 0; bound <= 2; ++bound) {
      expect_states_within(program, {.preemptions = bound});
    }
    expect_states_within(program, {.depth = 4});
    expect_states_within(program, {.preemptions = 1, .depth = 5});
    expect_bounded_ends(program, oracle);
    expect_ends_by_happens_before(program, oracle);
    expect_subset_when_pruning(program);
  }
  EXPECT_GT(left_out, 0U);
}

INSTANTIATE_TEST_SUITE_P(Families, StatesTest, testing::ValuesIn(model::kFamilies),
                         [](const auto& family) { return std::string(name(family.param)); });

// A memory of states ends loops without fairness; with states by happens-before fairness ends them.
TEST(StatesOfSpinLoops, AreFewAndAllVisited) {
  for (const char* text :
       {"R x;SKE 1 2;Y;JB 0 3 / W x 1", "W x 1;R y;SKE 1 2;Y;JB 0 3 / R x;SKE 1 2;Y;JB 0 3;W y 1",
        "W x 1 / R x;SKE 1 2;Y;JB 0 3;W y 1 / R y;SKE 1 2;Y;JB 0 3", "R x;JB 0 1 / W x 1"}) {
    SCOPED_TRACE(text);
    const Program program = *model::parse_program(text);
    const Reachable expected = reachable(program);
    for (const Search& search : kSearches) {
      SearchOptions options = options_of(search, States::memory);
      options.fair = true;
      expect_same(run(program, search.kind, options), expected, search);
      expect_all_states_asleep(program);
      for (std::uint64_t bound = 0; bound <= 2; ++bound) {
        options.bound.preemptions = bound;
        expect_same(run(program, search.kind, options), reachable(program, {.preemptions = bound}),
                    search);
      }
    }
    if (program.threads[0][1].code == model::Code::jump_back_if) continue;  // spins without a yield
    for (const Kind kind : {Kind::dfs, Kind::bfs, Kind::mixed}) {
      const Found found = run(program, kind, {.states = States::happens_before});
      EXPECT_EQ(found.end, search::End::exhausted);
      EXPECT_EQ(found.reached.ends, expected.ends) << static_cast<int>(kind);
    }
  }
}

// An analysis whose context is left out of the key.
class WithoutContext final : public search::PathAnalysis {
 public:
  explicit WithoutContext(std::shared_ptr<search::PathAnalysis> inner) : inner_(std::move(inner)) {}
  void stepping(const search::Path& path, Decision decision) override {
    inner_->stepping(path, decision);
  }
  void stepped(const search::Path& path) override { inner_->stepped(path); }
  void rewound(const search::Path& path) override { inner_->rewound(path); }

 private:
  std::shared_ptr<search::PathAnalysis> inner_;
};

// Why whose turn it is belongs to what a bounded search remembers: without it ends get lost.
TEST(StatesAblation, WithoutTheLastThreadABoundedSearchLosesEnds) {
  Random random(0xab1a7e);
  int compared = 0;
  int lost = 0;
  while (compared < 300) {
    const Program program = random_program(Family::read_write, random);
    const model::OracleResult oracle = enumerate(program, {.max_schedules = kMostSchedules});
    if (!oracle.complete) continue;
    ++compared;
    Result<Recipe> recipe =
        search::recipe_for({.states = States::memory, .bound = {.preemptions = 1}, .fair = false});
    ASSERT_TRUE(recipe.ok()) << recipe.sentence();
    for (auto& analysis : recipe->analyses) analysis = std::make_shared<WithoutContext>(analysis);
    const Found found = run(program, std::move(*recipe));
    const std::set<Contents> expected = ends_within(oracle, 1);
    EXPECT_TRUE(std::includes(expected.begin(), expected.end(), found.reached.ends.begin(),
                              found.reached.ends.end()));
    lost += found.reached.ends == expected ? 0 : 1;
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace heddle
