// A search that is split over several workers ends with the result of one worker: the same states,
// ends, deadlocks and failures, and, where they do not depend on the order, the same counts.
#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "differential/split_search.hpp"
#include "search/recipes/recipes.hpp"
#include "system/divergence.hpp"

namespace heddle {
namespace {

using model::Program;
using search::SearchOptions;
using search::WorkExchange;

struct Whole {
  Explored explored;
  std::uint64_t cycles = 0;
  unsigned workers = 0;  // that executed anything
};

Whole split_over(const Program& program, const SearchOptions& options, unsigned workers,
                 const SharedMemory& memory) {
  std::vector<Part> parts(workers);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < workers; ++i) {
    threads.emplace_back([&, i] {
      WorkExchange exchange(memory.view(), i, nullptr);
      parts[i] = work(program, options, exchange, workers - 1);
      EXPECT_TRUE(exchange.meet());
      EXPECT_FALSE(exchange.was_stopped());
      EXPECT_TRUE(exchange.meet());
      exchange.reset();
    });
  }
  for (std::thread& thread : threads) thread.join();
  Whole whole;
  for (Part& part : parts) {
    Explored& one = part.explored;
    EXPECT_EQ(one.end, search::End::exhausted);
    whole.explored.runs.insert(whole.explored.runs.end(), one.runs.begin(), one.runs.end());
    whole.explored.final_states.merge(one.final_states);
    whole.explored.failures.merge(one.failures);
    whole.explored.deadlocks += one.deadlocks;
    whole.explored.tally += one.tally;
    whole.cycles += part.cycles;
    whole.workers += one.tally.executions > 0 ? 1 : 0;
  }
  return whole;
}

class Split : public testing::Test {
 protected:
  // Compares a split search with a search by one worker.
  void compare(const Program& program, const SearchOptions& options, bool counts_are_fixed) {
    const Explored alone = explore(program, search::recipe_for(options));
    for (const unsigned workers : {2U, 3U}) {
      const SharedMemory& memory = workers == 2 ? two_ : three_;
      const Whole whole = split_over(program, options, workers, memory);
      const Explored& all = whole.explored;
      EXPECT_EQ(proper_states(all), proper_states(alone));
      EXPECT_EQ(own_ends(program, all), own_ends(program, alone));
      EXPECT_EQ(all.failures, alone.failures);
      EXPECT_EQ(all.deadlocks > 0, alone.deadlocks > 0);
      EXPECT_EQ(all.tally.cut, alone.tally.cut);
      repeated_ += all.tally.repeated_steps;
      if (!counts_are_fixed) continue;
      EXPECT_EQ(all.tally.states, alone.tally.states);
      EXPECT_EQ(all.final_states, alone.final_states);
      EXPECT_EQ(all.tally.executions, alone.tally.executions);
      EXPECT_EQ(all.tally.transitions, alone.tally.transitions);
      EXPECT_EQ(all.tally.revisits, alone.tally.revisits);
      EXPECT_EQ(all.tally.generated, alone.tally.generated);
      EXPECT_EQ(all.tally.pruned, alone.tally.pruned);
      EXPECT_EQ(all.deadlocks, alone.deadlocks);
    }
  }

  // The same for a search whose executions are fixed, but not their order.
  void compare_executions(const Program& program, const SearchOptions& options) {
    const Explored alone = explore(program, search::recipe_for(options));
    for (const unsigned workers : {2U, 3U}) {
      const Whole whole = split_over(program, options, workers, workers == 2 ? two_ : three_);
      const Explored& all = whole.explored;
      EXPECT_EQ(schedules(all), schedules(alone));
      EXPECT_EQ(all.tally.executions, alone.tally.executions);
      EXPECT_EQ(all.tally.states, alone.tally.states);
      EXPECT_EQ(all.tally.pruned, alone.tally.pruned);
      EXPECT_EQ(all.tally.cut, alone.tally.cut);
      EXPECT_EQ(all.final_states, alone.final_states);
      EXPECT_EQ(all.failures, alone.failures);
      EXPECT_EQ(all.deadlocks, alone.deadlocks);
      shared_ += whole.workers > 1 ? 1 : 0;
    }
  }

  // The ends of the split search are those of all schedules.
  void expect_all_ends(const Program& program, const SearchOptions& options, const Budget& few) {
    SearchOptions plain;
    plain.fair = false;
    const Explored every = explore(program, search::recipe_for(plain), few);
    if (every.end != search::End::exhausted) return;
    const Explored split = split_over(program, options, 3, three_).explored;
    EXPECT_EQ(split.final_states, every.final_states);
    EXPECT_EQ(split.failures, every.failures);
    EXPECT_EQ(split.deadlocks > 0, every.deadlocks > 0);
    ++compared_with_all_;
  }

  template <typename Check>
  void check_random_programs(Check check) {
    for_random_programs(2025, programs_per_family("HEDDLE_SPLIT_PROGRAMS", 20), check);
    // Otherwise nothing was split.
    EXPECT_GT(repeated_ + shared_, 200U);
  }

  // Calls `check(program)` for programs with spin loops, until a test fails.
  template <typename Check>
  static void check_spinning_programs(Check check) {
    Random random(12);
    const int programs = 10 * programs_per_family("HEDDLE_SPLIT_PROGRAMS", 20);
    for (int i = 0; i < programs && !testing::Test::HasFailure(); ++i) {
      const Program program = model::random_spins(random);
      SCOPED_TRACE(to_text(program));
      check(program);
    }
  }

  SharedMemory two_{2};
  SharedMemory three_{3};
  std::uint64_t repeated_ = 0;
  std::uint64_t shared_ = 0;  // searches in which several workers executed something
  std::uint64_t compared_with_all_ = 0;
};

TEST_F(Split, StatesAreThoseOfOneWorker) {
  check_random_programs([&](const Program& program, const Budget&) {
    compare(program, stateful(), true);
    SearchOptions wide = stateful();
    wide.visited.kind = search::Visited::Kind::exact128;
    compare(program, wide, true);
  });
}

TEST_F(Split, SchedulesAreThoseOfOneWorker) {
  check_random_programs([&](const Program& program, const Budget& few) {
    const SearchOptions stateless;
    if (explore(program, search::recipe_for(stateless), few).end != search::End::exhausted) return;
    compare(program, stateless, true);
  });
}

TEST_F(Split, BoundsTravelWithTheBranches) {
  check_random_programs([&](const Program& program, const Budget& few) {
    SearchOptions stateless;
    stateless.search = config::Search::context_bounded;
    stateless.bound.preemptions = 1;
    if (explore(program, search::recipe_for(stateless), few).end == search::End::exhausted) {
      compare(program, stateless, true);
    }
    // A state that is reached again with less spent is explored again: how often depends on the
    // order.
    for (const auto kind : {search::Visited::Kind::exact, search::Visited::Kind::exact128}) {
      SearchOptions bounded = stateful();
      bounded.visited.kind = kind;
      bounded.bound.depth = 5;
      compare(program, bounded, false);
      bounded.bound = {.delays = 1};
      compare(program, bounded, false);
    }
  });
}

TEST_F(Split, SleepSetsTravelWithTheBranches) {
  check_random_programs([&](const Program& program, const Budget& few) {
    const SearchOptions asleep{.reduce = search::Reduce::sleep};
    if (explore(program, search::recipe_for(asleep), few).end != search::End::exhausted) return;
    compare(program, asleep, true);
    compare_executions(program, asleep);
    expect_all_ends(program, asleep, few);
  });
  EXPECT_GT(compared_with_all_, 100U);
}

TEST_F(Split, SleepSetsTravelWithTheBranchesOfSpinLoops) {
  check_spinning_programs([&](const Program& program) {
    const SearchOptions asleep{.reduce = search::Reduce::sleep};
    Budget few;
    few.executions = 400;
    if (explore(program, search::recipe_for(asleep), few).end != search::End::exhausted) return;
    compare(program, asleep, true);
    compare_executions(program, asleep);
  });
  EXPECT_GT(shared_, 50U);
}

// The steps of a sleep set mean nothing in a process where objects have other addresses.
TEST_F(Split, OtherObjectsInAnotherWorkerAreNoticed) {
  const SearchOptions asleep{.reduce = search::Reduce::sleep};
  const auto program = [](std::uint16_t x, std::uint16_t y) {
    return Program{{{model::write(x, 1), model::read(y)},
                    {model::write(x, 2), model::read(y)},
                    {model::write(x, 3), model::read(y)}}};
  };
  const Program programs[] = {program(0, 1), program(1, 0)};
  bool is_noticed = false;
  std::vector<std::thread> threads;
  for (const unsigned i : {0U, 1U}) {
    threads.emplace_back([&, i] {
      WorkExchange exchange(two_.view(), i, nullptr);
      try {
        work(programs[i], asleep, exchange, 1);
      } catch (const Divergence&) {
        is_noticed = i == 1;
        exchange.leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(is_noticed);
}

TEST_F(Split, BestFirstExecutesEverythingOnce) {
  check_random_programs([&](const Program& program, const Budget& few) {
    SearchOptions best_first{.search = config::Search::best_first};
    if (explore(program, search::recipe_for(best_first), few).end == search::End::exhausted) {
      compare_executions(program, best_first);
      // Most of the executions that wait are on disk.
      best_first.tree_bytes = 400;
      compare_executions(program, best_first);
      best_first.tree_bytes = 0;
    }
    best_first.priority = {{search::PriorityKind::pb}};
    for (const config::Bound& bound :
         {config::Bound{.preemptions = 1}, {.delays = 2}, {.depth = 6}}) {
      best_first.bound = bound;
      if (explore(program, search::recipe_for(best_first), few).end == search::End::exhausted) {
        compare_executions(program, best_first);
      }
    }
  });
}

TEST_F(Split, BestFirstExecutesSpinLoopsOnce) {
  check_spinning_programs([&](const Program& program) {
    SearchOptions best_first{.search = config::Search::best_first};
    best_first.bound.depth = 12;
    Budget few;
    few.executions = 400;
    if (explore(program, search::recipe_for(best_first), few).end != search::End::exhausted) return;
    compare_executions(program, best_first);
  });
  EXPECT_GT(shared_, 50U);
}

TEST_F(Split, CyclesAreNoticed) {
  expect_cycles_noticed(7, 300, stateful(), [&](const Program& program) {
    return split_over(program, stateful(), 2, two_).cycles;
  });
}

}  // namespace
}  // namespace heddle
