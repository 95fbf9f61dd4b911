// What the search loop itself costs, over a model whose steps are a few instructions; and what it
// costs to remember states.
#include <benchmark/benchmark.h>
#include <heddle/model.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "core/random.hpp"
#include "model/guarded_system.hpp"
#include "model/model_system.hpp"
#include "model/program.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"
#include "search/state/bit_state.hpp"
#include "search/state/visited_costs.hpp"
#include "search/state/visited_set.hpp"

namespace heddle {
namespace {

// Three threads of four updates: 34,650 schedules.
model::Program program() {
  return *model::parse_program("A x;A x;A x;A x / A y;A y;A y;A y / A z;A z;A z;A z");
}

void run(benchmark::State& state, Result<search::Recipe> (*make)(const search::SearchOptions&),
         const Budget& budget) {
  std::uint64_t states = 0;
  for ([[maybe_unused]] auto _ : state) {
    model::ModelSystem system(program());
    search::SearchObserver observer;
    Result<search::Recipe> recipe = make({});
    search::Explorer explorer(system, std::move(*recipe), budget, observer);
    explorer.explore();
    states += explorer.tally().states;
  }
  state.counters["states/s"] =
      benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
}

void depth_first(benchmark::State& state) { run(state, search::depth_first, {}); }
BENCHMARK(depth_first)->Unit(benchmark::kMillisecond);

void random_walk(benchmark::State& state) {
  Budget budget;
  budget.executions = 10'000;
  run(state, search::random_walk, budget);
}
BENCHMARK(random_walk)->Unit(benchmark::kMillisecond);

void depth_first_of_states(benchmark::State& state) {
  run(state,
      [](const search::SearchOptions&) {
        return search::depth_first({.states = search::States::memory});
      },
      {});
}
BENCHMARK(depth_first_of_states)->Unit(benchmark::kMillisecond);

// A user's model of a million states: six counters, each of which counts to nine by itself.
void model_of_a_million_states(benchmark::State& state) {
  struct Variables {
    std::array<std::uint8_t, 6> count = {};
  };
  model::Model<Variables> counters;
  for (std::size_t i = 0; i < 6; ++i) {
    counters.process("counter " + std::to_string(i))
        .action("count")
        .when([i](const Variables& variables) { return variables.count[i] < 9; })
        .does([i](Variables& variables) { ++variables.count[i]; });
  }
  counters.may_end([](const Variables&) { return true; });
  search::SearchOptions options;
  options.search = state.range(0) == 0 ? config::Search::dfs : config::Search::bfs;
  options.states = config::States::memory;
  options.livelocks = config::Livelocks::ignore;
  options.fair = false;
  std::uint64_t transitions = 0;
  for ([[maybe_unused]] auto _ : state) {
    model::GuardedSystem system(counters.plain());
    search::SearchObserver observer;
    Result<search::Recipe> recipe = search::recipe_for(options);
    search::Explorer explorer(system, std::move(*recipe), {}, observer);
    explorer.explore();
    transitions += explorer.tally().transitions;
  }
  state.counters["transitions/s"] =
      benchmark::Counter(static_cast<double>(transitions), benchmark::Counter::kIsRate);
}
BENCHMARK(model_of_a_million_states)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

// Inserts so many different states into an empty store.
template <typename Make>
void insert(benchmark::State& state, Make make) {
  const auto states = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    std::unique_ptr<search::VisitedStore> store = make(states);
    Random random(1);
    for (std::uint64_t i = 0; i < states; ++i) {
      benchmark::DoNotOptimize(store->insert({random.next(), random.next()}, {.spent = i % 3}));
    }
    bytes = store->bytes();
  }
  state.counters["states/s"] = benchmark::Counter(static_cast<double>(states),
                                                  benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes/state"] = static_cast<double>(bytes) / static_cast<double>(states);
}

template <typename Store>
void exact_store(benchmark::State& state) {
  insert(state, [](std::uint64_t) { return std::make_unique<Store>(); });
}
BENCHMARK(exact_store<search::VisitedSet>)->Arg(100'000)->Arg(1'000'000)->Arg(3'000'000);
BENCHMARK(exact_store<search::WideVisitedSet>)->Arg(100'000)->Arg(1'000'000)->Arg(3'000'000);
BENCHMARK(exact_store<search::VisitedCosts>)->Arg(100'000)->Arg(1'000'000)->Arg(3'000'000);

// Two bytes a state.
void bit_state(benchmark::State& state) {
  insert(state,
         [](std::uint64_t states) { return std::move(*search::BitState::make(states * 2)); });
}
BENCHMARK(bit_state)->Arg(100'000)->Arg(1'000'000)->Arg(3'000'000);

}  // namespace
}  // namespace heddle

BENCHMARK_MAIN();
