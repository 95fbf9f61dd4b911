// Livelocks in thousands of random state graphs, against a search through all sets of states.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "search/engine/explorer.hpp"
#include "search/liveness/fair_cycle.hpp"
#include "search/liveness/find_livelock.hpp"
#include "search/recipes/recipes.hpp"
#include "search/state/system_state.hpp"
#include "search/table_system.hpp"

namespace heddle::search {
namespace {

constexpr int kGraphs = 12'000;

using StateSet = std::uint32_t;  // a set, one bit per state

bool has(StateSet set, std::uint32_t state) {
  return state != kBlocked && (set >> state & 1U) != 0;
}

struct Program {
  StateTable table;
  ChoiceTable choices;

  std::size_t states() const { return table.size(); }
  std::size_t threads() const { return table[0].size(); }

  // Where the thread's step may lead, if the program is to stay in these states for ever.  A choice
  // takes each alternative in the end.
  std::vector<std::uint32_t> steps_within(std::uint32_t state, std::size_t thread,
                                          StateSet within) const {
    std::vector<std::uint32_t> targets = {table[state][thread]};
    if (!choices.empty() && choices[state][thread] != kBlocked) {
      targets.push_back(choices[state][thread]);
    }
    for (const std::uint32_t to : targets) {
      if (!has(within, to)) return {};
    }
    return targets;
  }
};

// The states of `within` that can be reached from `from` by one step or more without leaving it for
// ever.
StateSet reachable(const Program& program, std::uint32_t from, StateSet within) {
  StateSet seen = 0;
  std::vector<std::uint32_t> todo = {from};
  while (!todo.empty()) {
    const std::uint32_t state = todo.back();
    todo.pop_back();
    for (std::size_t thread = 0; thread < program.threads(); ++thread) {
      for (const std::uint32_t to : program.steps_within(state, thread, within)) {
        if (has(seen, to)) continue;
        seen |= 1U << to;
        todo.push_back(to);
      }
    }
  }
  return seen;
}

// Whether some walk goes round in exactly these states for ever, and every thread that is enabled
// in one of them moves.
bool is_livelock(const Program& program, StateSet set) {
  for (std::uint32_t state = 0; state < program.states(); ++state) {
    if (has(set, state) && reachable(program, state, set) != set) return false;
  }
  for (std::size_t thread = 0; thread < program.threads(); ++thread) {
    bool enabled = false;
    bool moves = false;
    for (std::uint32_t state = 0; state < program.states(); ++state) {
      if (!has(set, state)) continue;
      enabled |= program.table[state][thread] != kBlocked;
      moves |= !program.steps_within(state, thread, set).empty();
    }
    if (enabled && !moves) return false;
  }
  return true;
}

struct BruteForce {
  bool loops = false;
  bool livelock = false;
};

BruteForce brute_force(const Program& program) {
  const StateSet all = (1U << program.states()) - 1U;
  const StateSet met = 1U | reachable(program, 0, all);
  BruteForce result;
  for (StateSet set = 1; set <= all; ++set) {
    if ((set & ~met) == 0) result.livelock |= is_livelock(program, set);
  }
  for (std::uint32_t state = 0; state < program.states(); ++state) {
    result.loops |= has(met, state) && has(reachable(program, state, all), state);
  }
  return result;
}

// That the loop is one, and fair, by following it in the table.
void expect_livelock(const Program& program, const Schedule& schedule, std::uint64_t begin) {
  ASSERT_LT(begin, schedule.size());
  TableSystem system(program.table, program.choices);
  std::uint32_t entry = kBlocked;
  std::set<std::size_t> starved;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i == begin) entry = system.state();
    for (const ThreadView& thread : system.view().threads) {
      if (i >= begin && thread.enabled()) starved.insert(index(thread.id));
    }
    ASSERT_TRUE(system.view().find(schedule[i].thread)->enabled());
    system.step(schedule[i]);
  }
  EXPECT_EQ(system.state(), entry) << "it must come round";
  for (std::size_t i = begin; i < schedule.size(); ++i) starved.erase(index(schedule[i].thread));
  EXPECT_TRUE(starved.empty()) << "a thread was enabled again and again and never moved";
}

class Seen final : public VisitedStore {
 public:
  search::Visit insert(const Fingerprint& state, const search::Arrival&) override {
    return seen_.insert(state).second ? search::Visit::fresh : search::Visit::known;
  }
  void clear() override { seen_.clear(); }
  std::string_view name() const override { return "seen"; }

 private:
  std::set<Fingerprint> seen_;
};

class Collecting final : public SearchObserver {
 public:
  explicit Collecting(Program program) : program_(std::move(program)) {}

  void arrived(const Path& path, bool is_new) override { graph.arrived(path, is_new); }
  bool failed(const Path& path, const Failure& failure) override {
    EXPECT_EQ(failure.kind, FailureKind::livelock);
    EXPECT_TRUE(failure.cycle_begin.has_value());
    expect_livelock(program_, path.schedule(), failure.cycle_begin.value_or(0));
    ++closed;
    return true;
  }

  bool livelocked(const Livelock& livelock) override {
    expect_livelock(program_, livelock.schedule, livelock.cycle_begin);
    ++left;
    return true;
  }

  StateGraph graph;
  std::uint64_t closed = 0;
  std::uint64_t left = 0;  // livelocks in components that the search has left

 private:
  Program program_;
};

// Returns a depth-first search that reports the cycles of states to `cycles`.
Recipe search_with(const std::shared_ptr<FairCycle>& cycles, Order::Kind order) {
  Recipe recipe = std::move(*depth_first({.order = {.kind = order}, .seed = 5, .fair = false}));
  recipe.analyses.push_back(cycles);
  recipe.cycle_check = cycles;
  recipe.identity = std::make_unique<SystemState>();
  recipe.visited = std::make_unique<Seen>();
  return recipe;
}

// Returns whether the components that a depth-first search finishes contain a livelock.
bool finds_in_components(const Program& program, Order::Kind order) {
  TableSystem system(program.table, program.choices);
  Collecting found(program);
  const auto cycles = std::make_shared<FairCycle>(OpenComponents());
  Explorer explorer(system, search_with(cycles, order), {}, found);
  EXPECT_EQ(explorer.explore(), End::exhausted);
  EXPECT_TRUE(cycles->finish());
  if (const auto livelock = cycles->take_livelock()) found.livelocked(*livelock);
  EXPECT_TRUE(found.closed == 0 || found.left > 0) << "a cycle that is in no component";
  return found.left > 0;
}

struct Counts {
  int loops = 0;
  int livelocks = 0;
  int closed_by_runs = 0;
};

void compare(const Program& program, Order::Kind order, Counts& counts) {
  TableSystem system(program.table, program.choices);
  Collecting found(program);
  const auto cycles = std::make_shared<FairCycle>();
  Explorer explorer(system, search_with(cycles, order), {}, found);
  ASSERT_EQ(explorer.explore(), End::exhausted);

  const BruteForce expected = brute_force(program);
  EXPECT_EQ(cycles->cycles_closed() > 0, expected.loops);
  const std::optional<Livelock> livelock = find_livelock(found.graph);
  EXPECT_EQ(livelock.has_value(), expected.livelock);
  if (livelock) expect_livelock(program, livelock->schedule, livelock->cycle_begin);
  EXPECT_EQ(finds_in_components(program, order), expected.livelock);
  EXPECT_TRUE(found.closed == 0 || expected.livelock);
  counts.loops += expected.loops ? 1 : 0;
  counts.livelocks += expected.livelock ? 1 : 0;
  counts.closed_by_runs += found.closed > 0 ? 1 : 0;
}

TEST(LivelockTest, AgreesWithBruteForce) {
  Random random(0x11fe);
  Counts counts;
  for (int i = 0; i < kGraphs && !HasFailure(); ++i) {
    Program program{random_table(random), {}};
    program.choices = random_choices(random, program.table);
    SCOPED_TRACE(i);
    compare(program, i % 2 == 0 ? Order::Kind::default_ : Order::Kind::random, counts);
  }
  // Each kind of graph came often enough to mean something.
  EXPECT_GT(kGraphs - counts.loops, kGraphs / 10);
  EXPECT_GT(counts.loops - counts.livelocks, kGraphs / 100);
  EXPECT_GT(counts.closed_by_runs, kGraphs / 10);
  EXPECT_GT(counts.livelocks - counts.closed_by_runs, kGraphs / 100)
      << "livelocks that no single run closes";
}

}  // namespace
}  // namespace heddle::search
