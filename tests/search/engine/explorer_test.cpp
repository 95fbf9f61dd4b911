// The loop: what it asks of the system, what it counts, when it ends, and that it can jump about.
#include "search/engine/explorer.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <set>
#include <string>

#include "model/model_system.hpp"
#include "model/oracle.hpp"
#include "search/counting_system.hpp"
#include "search/recipes/recipes.hpp"
#include "search/state/system_state.hpp"

namespace heddle::search {
namespace {

model::Program program(const char* text) {
  Result<model::Program> parsed = model::parse_program(text);
  EXPECT_TRUE(parsed.ok()) << parsed.sentence();
  return *parsed;
}

class Listener final : public SearchObserver {
 public:
  explicit Listener(bool keeps_going = true) : keeps_going_(keeps_going) {}

  void run_ended(const Path& path, Verdict) override { runs.push_back(to_text(path.schedule())); }
  bool failed(const Path& path, const Failure& failure) override {
    failures.push_back(to_text(path.schedule()) + " " + std::string(key(failure.kind)));
    return keeps_going_;
  }
  void execution_ended(const Tally& tally) override { executions.push_back(tally.executions); }
  void goes_on(const Tally& tally) override { states.push_back(tally.states); }

  std::vector<std::string> runs;
  std::vector<std::string> failures;
  std::vector<std::uint64_t> executions;
  std::vector<std::uint64_t> states;

 private:
  bool keeps_going_;
};

Recipe dfs(const SearchOptions& options = {}) { return std::move(*depth_first(options)); }

TEST(Explorer, DescendsStraightWithoutGoingBackOrMarking) {
  model::ModelSystem model(program("W x;W x;W x;W x"));
  CountingSystem system(model);
  Listener listener;
  Explorer explorer(system, dfs(), {}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(system.steps, 4U);
  EXPECT_EQ(system.rewinds, 0U);
  EXPECT_EQ(system.marks, 1U) << "the initial state";
  EXPECT_EQ(system.fingerprints, 0U);
}

TEST(Explorer, GoesBackOncePerFurtherRunAndMarksOnlyWhereItComesBack) {
  model::ModelSystem model(program("W x;W x / W x;W x"));
  CountingSystem system(model);
  Listener listener;
  Explorer explorer(system, dfs(), {}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(explorer.tally().executions, 6U);
  EXPECT_EQ(system.rewinds, 5U);
  // States where both threads may move: by how far each has come, 00 01 10 11(twice).
  EXPECT_EQ(system.marks, 5U);
  EXPECT_EQ(system.steps, explorer.tally().transitions);
}

TEST(Explorer, Counts) {
  model::ModelSystem system(program("W x;W x / W x"));
  Listener listener;
  Explorer explorer(system, dfs(), {}, listener);
  explorer.explore();
  const Tally& tally = explorer.tally();
  EXPECT_EQ(tally.executions, 3U);
  EXPECT_EQ(tally.states, 9U) << "the initial one and one per step";
  EXPECT_EQ(tally.transitions, 8U);
  EXPECT_EQ(tally.max_depth, 3U);
  EXPECT_EQ(tally.pruned, 0U);
  EXPECT_EQ(tally.revisits, 0U);
  EXPECT_EQ(listener.runs, (std::vector<std::string>{"0 0 1", "0 1 0", "1 0 0"}));
  EXPECT_EQ(listener.executions, (std::vector<std::uint64_t>{1, 2, 3}));
}

// Of all these states, few are met at the end of a run.
TEST(Explorer, TellsHowFarItIsWhileARunGoesOn) {
  std::string thread = "W x";
  for (int i = 1; i < 100; ++i) thread += ";W x";
  model::ModelSystem system(program((thread + " / " + thread).c_str()));
  Listener listener;
  Explorer explorer(system, dfs({.states = States::memory}), {}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_GT(explorer.tally().states, 10'000U);
  EXPECT_LT(explorer.tally().executions, 3U);
  // How often depends on the speed of the machine, up to a limit.
  ASSERT_GE(listener.states.size(), 10U);
  EXPECT_TRUE(std::is_sorted(listener.states.begin(), listener.states.end()));
  EXPECT_GT(listener.states.back(), 8'000U);
}

TEST(Explorer, CountsWhatBoundsLeaveOutAndWhatIsCut) {
  model::ModelSystem bounded(program("W x;W x / W x"));
  Listener listener;
  Explorer few(bounded, dfs({.bound = {.preemptions = 0}}), {}, listener);
  few.explore();
  EXPECT_EQ(few.tally().executions, 2U);
  EXPECT_EQ(few.tally().pruned, 1U);

  model::ModelSystem limited(program("W x;W x;W x"), 2);
  Explorer cut(limited, dfs(), {}, listener);
  cut.explore();
  EXPECT_EQ(cut.tally().executions, 1U);
  EXPECT_EQ(cut.tally().cut, 1U);
}

TEST(Explorer, StopsAtAnErrorAndGoesOnIfAsked) {
  model::ModelSystem system(program("R x;AS 1 / W x 1"));
  Listener listener(false);
  Explorer explorer(system, dfs({.order = {.kind = Order::Kind::default_}}), {}, listener);
  EXPECT_EQ(explorer.explore(), End::stopped_at_error);
  EXPECT_EQ(listener.failures, std::vector<std::string>{"1 0 assertion"});
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(explorer.tally().executions, 2U);
}

TEST(Explorer, TellsOfDeadlocks) {
  model::ModelSystem system(program("L m;L n;U n;U m / L n;L m;U m;U n"));
  Listener listener;
  Explorer explorer(system, dfs(), {}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(listener.failures, (std::vector<std::string>{"0 1 deadlock", "1 0 deadlock"}));
}

TEST(Explorer, EndsWithItsBudgetAndGoesOnWithMore) {
  model::ModelSystem system(program("W x;W x / W x;W x"));
  Listener listener;
  Explorer explorer(system, dfs(), {.executions = 2}, listener);
  EXPECT_EQ(explorer.explore(), End::budget);
  EXPECT_EQ(explorer.tally().executions, 2U);
  explorer.set_budget({.states = explorer.tally().states + 1});
  EXPECT_EQ(explorer.explore(), End::budget);
  explorer.set_budget({});
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_EQ(explorer.tally().executions, 6U);
  EXPECT_EQ(std::set<std::string>(listener.runs.begin(), listener.runs.end()).size(), 6U);
}

// The budget is as large as the space: that is no reason to call the search unfinished.
TEST(Explorer, IsExhaustedRatherThanOutOfBudget) {
  model::ModelSystem system(program("W x / W x"));
  Listener listener;
  Explorer explorer(system, dfs(), {.executions = 2}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
}

TEST(Explorer, EndsAtItsDeadlineAndWhenInterrupted) {
  Listener listener;
  model::ModelSystem late_system(program("W x / W x"));
  Explorer late(late_system, std::move(*random_walk({})),
                {.deadline = std::chrono::steady_clock::now()}, listener);
  EXPECT_EQ(late.explore(), End::time_limit);
  model::ModelSystem stopped_system(program("W x / W x"));
  Explorer stopped(stopped_system, std::move(*random_walk({})), {}, listener);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(stopped.explore(&stop), End::interrupted);
}

TEST(Explorer, RepeatsARandomSearchForItsSeed) {
  const auto runs = [](std::uint64_t seed) {
    model::ModelSystem system(program("W x;W x / W x;W x / W x"));
    Listener listener;
    Explorer explorer(system, std::move(*random_walk({.seed = seed})), {.executions = 20},
                      listener);
    explorer.explore();
    return listener.runs;
  };
  EXPECT_EQ(runs(1), runs(1));
  EXPECT_NE(runs(1), runs(2));
}

// Takes branches in the order in which they were opened: it jumps about all the time.
class OldestFirst final : public Frontier {
 public:
  bool offer(const Path& path, std::span<const Choice> choices) override {
    for (const Choice& choice : choices) open_.push_back({path.place(), choice.decision});
    return true;
  }
  bool next(Branch& into) override {
    if (open_.empty()) return false;
    into.place = open_.front().place;
    into.decision = open_.front().decision;
    open_.pop_front();
    return true;
  }
  FrontierSummary summary() const override { return {}; }

 private:
  struct Open {
    PlaceRef place;
    Decision decision;
  };
  std::deque<Open> open_;
};

class JumpingTest : public testing::TestWithParam<bool> {};

TEST_P(JumpingTest, ExecutesEveryScheduleOnce) {
  const model::Program subject = program("L m;A x;U m;R y / W y;L m;U m / R x;W y 2");
  model::ModelSystem system(subject);
  Listener listener;
  // With a bound that leaves nothing out, an analysis must be kept in step with the jumps.
  const bool analysed = GetParam();
  Recipe recipe =
      analysed ? dfs({.bound = {.preemptions = 100}, .fair = true}) : dfs({.fair = false});
  recipe.frontier = std::make_unique<OldestFirst>();
  Explorer explorer(system, std::move(recipe), {}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  std::set<std::string> expected;
  for (const model::CompleteRun& run : enumerate(subject).runs) {
    expected.insert(to_text(run.schedule));
  }
  EXPECT_EQ(listener.runs.size(), expected.size());
  EXPECT_EQ(std::set<std::string>(listener.runs.begin(), listener.runs.end()), expected);
}

TEST(Jumping, CountsPreemptionsWhereItIs) {
  const model::Program subject = program("W x;W x;W x / W x;W x;W x");
  for (std::uint64_t bound = 0; bound <= 3; ++bound) {
    model::ModelSystem system(subject);
    Listener listener;
    Recipe recipe = dfs({.bound = {.preemptions = bound}});
    recipe.frontier = std::make_unique<OldestFirst>();
    Explorer explorer(system, std::move(recipe), {}, listener);
    explorer.explore();
    EXPECT_EQ(listener.runs.size(), enumerate(subject).within(bound).interleavings) << bound;
  }
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutAnalyses, JumpingTest, testing::Bool());

// A store that remembers makes the loop stop at states it has seen.
class Seen final : public VisitedStore {
 public:
  Visit insert(const Fingerprint& state, const Arrival&) override {
    return seen_.insert(state).second ? Visit::fresh : Visit::known;
  }
  void clear() override { seen_.clear(); }
  std::string_view name() const override { return "seen"; }

 private:
  std::set<Fingerprint> seen_;
};

TEST(Explorer, TurnsBackAtStatesItHasSeen) {
  model::ModelSystem system(program("W x;W x / W y;W y"));
  Listener listener;
  Recipe recipe = dfs({.fair = false});
  recipe.visited = std::make_unique<Seen>();
  recipe.identity = std::make_unique<SystemState>();
  Explorer explorer(system, std::move(recipe), {}, listener);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  // A grid of 3 x 3 states and 12 steps; the end is reached from both sides.
  EXPECT_EQ(explorer.tally().transitions, 12U);
  EXPECT_EQ(explorer.tally().states, 9U);
  EXPECT_EQ(explorer.tally().revisits, 4U);
  EXPECT_EQ(explorer.tally().executions, 2U);
}

}  // namespace
}  // namespace heddle::search
