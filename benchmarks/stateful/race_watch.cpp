// What looking for data races costs, as a multiple of the same search without.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>

#include "search_run.hpp"

namespace heddle::benchmarks {
namespace {

using Words = std::vector<std::string>;

constexpr int kTimes = 3;  // the best of so many

// In turns with the search that looks for none, so that both have the same machine.
void races(benchmark::State& state, const Words& search, const char* kind) {
  double without = std::numeric_limits<double>::infinity();
  double with = without;
  const auto run = [&](const char* races) {
    Words options = search;
    options.insert(options.end(), {"--races", races, "--time", "none"});
    return run_search(options, "philosophers", {"3", "4"});
  };
  for ([[maybe_unused]] auto _ : state) {
    for (int i = 0; i < kTimes; ++i) {
      const SearchRun plain = run("ignore");
      const SearchRun watched = run(kind);
      for (const SearchRun& each : {plain, watched}) {
        if (!each.refusal.empty()) return state.SkipWithError(each.refusal.c_str());
      }
      without = std::min(without, plain.cpu_seconds);
      with = std::min(with, watched.cpu_seconds);
    }
    state.SetIterationTime(with);
  }
  state.counters["ratio"] = with / without;
}

const Words kRandom = {"--search", "random", "--points", "sync", "--max-executions", "20000"};
const Words kStateless = {"--search", "dfs",  "--states",         "none",
                          "--points", "sync", "--max-executions", "20000"};
// With what threads did last as a part of the states; both also hunt.
const Words kBlocks = {"--search", "dfs", "--states", "memory", "--points", "auto"};
const Words kStateful = {"--search", "dfs", "--states", "memory", "--points", "sync"};

#define HEDDLE_RACES(name, search, kind)       \
  BENCHMARK_CAPTURE(races, name, search, kind) \
      ->UseManualTime()                        \
      ->Iterations(1)                          \
      ->Unit(benchmark::kMillisecond)
HEDDLE_RACES(random_report, kRandom, "report");
HEDDLE_RACES(random_error, kRandom, "error");
HEDDLE_RACES(stateless_report, kStateless, "report");
HEDDLE_RACES(stateless_error, kStateless, "error");
HEDDLE_RACES(stateful_report, kStateful, "report");
HEDDLE_RACES(stateful_error, kStateful, "error");
HEDDLE_RACES(blocks_report, kBlocks, "report");
#undef HEDDLE_RACES

}  // namespace
}  // namespace heddle::benchmarks
