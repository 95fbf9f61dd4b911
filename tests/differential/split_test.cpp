// A search that is split over several workers ends with the result of one worker: the same states,
// ends, deadlocks and failures, and, where they do not depend on the order, the same counts.
#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "differential/split_search.hpp"
#include "model/random_program.hpp"
#include "model/random_spins.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using model::Family;
using model::Program;
using search::SearchOptions;
using search::States;
using search::WorkExchange;

// Twelve families: 2,040 programs.
constexpr int kProgramsPerFamily = 170;
// Larger spaces are left to other tests.
constexpr std::uint64_t kMostExecutions = 400;
struct Whole {
  Explored explored;
  std::uint64_t cycles = 0;
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

  template <typename Check>
  void for_random_programs(Check check) {
    for (const Family family : model::kFamilies) {
      Random random = Random(2025).split(static_cast<std::uint64_t>(family));
      for (int i = 0; i < kProgramsPerFamily && !HasFailure(); ++i) {
        const Program program = model::random_program(family, random);
        SCOPED_TRACE(to_text(program));
        Budget few;
        few.executions = kMostExecutions;
        check(program, few);
      }
    }
    // Otherwise nothing was split.
    EXPECT_GT(repeated_, 1000U);
  }

  SharedMemory two_{2};
  SharedMemory three_{3};
  std::uint64_t repeated_ = 0;
};

SearchOptions stateful() {
  SearchOptions options{.states = States::memory};
  options.fair = false;
  return options;
}

TEST_F(Split, StatesAreThoseOfOneWorker) {
  for_random_programs([&](const Program& program, const Budget&) {
    compare(program, stateful(), true);
    SearchOptions wide = stateful();
    wide.visited.kind = search::Visited::Kind::exact128;
    compare(program, wide, true);
  });
}

TEST_F(Split, SchedulesAreThoseOfOneWorker) {
  for_random_programs([&](const Program& program, const Budget& few) {
    const SearchOptions stateless;
    if (explore(program, search::recipe_for(stateless), few).end != search::End::exhausted) return;
    compare(program, stateless, true);
  });
}

TEST_F(Split, BoundsTravelWithTheBranches) {
  for_random_programs([&](const Program& program, const Budget& few) {
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

// The number of possible cycles is 0 only if there are none, and is 0 for programs without loops.
TEST_F(Split, CyclesAreNoticed) {
  std::uint64_t with_cycles = 0;
  std::uint64_t without = 0;
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Program program =
        i % 2 == 0 ? model::random_spins(random) : model::random_program(Family::lock, random);
    SCOPED_TRACE(to_text(program));
    Result<search::Recipe> recipe = search::recipe_for(stateful());
    model::ModelSystem system(program);
    Explored explored;
    KeepEverything observer(system, explored);
    search::Explorer alone(system, std::move(*recipe), {}, observer);
    alone.explore();
    const bool has_cycles = alone.recipe().cycle_check->cycles_closed() > 0;
    const Whole whole = split_over(program, stateful(), 2, two_);
    if (has_cycles) {
      EXPECT_GT(whole.cycles, 0U);
    }
    (has_cycles ? with_cycles : without) += has_cycles || whole.cycles == 0 ? 1 : 0;
  }
  EXPECT_GT(with_cycles, 20U);
  EXPECT_GT(without, 100U);
}

}  // namespace
}  // namespace heddle
