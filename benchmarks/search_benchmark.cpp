// What the search loop itself costs, over a model whose steps are a few instructions.
#include <benchmark/benchmark.h>

#include "model/model_system.hpp"
#include "model/program.hpp"
#include "search/explorer.hpp"
#include "search/recipes/depth_first.hpp"
#include "search/recipes/random_walk.hpp"

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

}  // namespace
}  // namespace heddle

BENCHMARK_MAIN();
