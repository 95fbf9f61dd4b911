// How fast states are visited, how many there are, and what one costs in memory.
//
// The programs are made long enough for the start of their process, some 10 ms, not to matter.
#include <benchmark/benchmark.h>

#include "search_run.hpp"

namespace heddle::benchmarks {
namespace {

using Words = std::vector<std::string>;

// A memory of states with sleep sets.
constexpr const char* kAsleep = "asleep";

void search(benchmark::State& state, Words options, const std::string& program,
            const Words& arguments) {
  const Words kernel = {"--search", "dfs", "--time", "none", "--keep-going"};
  options.insert(options.end(), kernel.begin(), kernel.end());
  SearchRun run;
  for ([[maybe_unused]] auto _ : state) {
    run = run_search(options, program, arguments);
    if (!run.refusal.empty()) return state.SkipWithError(run.refusal.c_str());
    state.SetIterationTime(run.seconds);
  }
  state.counters["states"] = run.states;
  state.counters["transitions"] = run.transitions;
  state.counters["states/s"] = run.states / run.seconds;
  state.counters["transitions/s"] = run.transitions / run.seconds;
  // By processor time: what a quiet machine would show.
  state.counters["transitions/cpu_s"] = run.transitions / run.cpu_seconds;
  state.counters["peak_MiB"] = run.peak_bytes / (1 << 20);
}

// How that compares with copying and hashing everything at every transition: by transition, and
// by the time until all states were visited, of which there may be more.
void compare_with_naive(benchmark::State& state, const std::string& points,
                        const std::string& program, const Words& arguments) {
  const NaiveRun naive = run_naive(points, program, arguments);
  if (naive.seconds == 0) return state.SkipWithError("the naive engine failed");
  const double rate = naive.transitions / naive.seconds;
  state.counters["naive_states"] = naive.states;
  state.counters["naive_transitions/s"] = rate;
  state.counters["rate/naive"] = state.counters["transitions/s"] / rate;
  const double seconds = state.counters["transitions"] / state.counters["transitions/s"];
  state.counters["naive_time/time"] = naive.seconds / seconds;
}

void measure(benchmark::State& state, const std::string& program, const std::string& points,
             const std::string& states, bool is_compared, const Words& arguments) {
  Words options = {"--states", states, "--points", points};
  if (states == kAsleep) options = {"--states", "memory", "--reduce", "sleep", "--points", points};
  search(state, options, program, arguments);
  if (is_compared && !state.error_occurred()) {
    compare_with_naive(state, points, program, arguments);
  }
}

// Threads, and rounds that make some hundred thousand states of them.
void philosophers(benchmark::State& state, const char* states, bool is_compared) {
  measure(state, "philosophers", "sync", states, is_compared,
          {std::to_string(state.range(0)), std::to_string(state.range(1))});
}

// One thread is the checker.
void reorder(benchmark::State& state, const char* states, bool is_compared) {
  measure(state, "reorder", "all", states, is_compared,
          {std::to_string(state.range(0) - 1), "fixed", std::to_string(state.range(1))});
}

void counter(benchmark::State& state, const char* states, bool is_compared) {
  measure(state, "counter", "all", states, is_compared,
          {std::to_string(state.range(0)), std::to_string(state.range(1))});
}

void once(benchmark::internal::Benchmark* benchmark) {
  benchmark->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
  benchmark->ArgNames({"threads", "rounds"});
}

#define HEDDLE_RATES(name, states)                    \
  BENCHMARK_CAPTURE(philosophers, name, states, true) \
      ->Apply(once)                                   \
      ->Args({2, 200})                                \
      ->Args({3, 24})                                 \
      ->Args({4, 8})                                  \
      ->Args({5, 4});                                 \
  BENCHMARK_CAPTURE(reorder, name, states, true)      \
      ->Apply(once)                                   \
      ->Args({2, 200})                                \
      ->Args({3, 24})                                 \
      ->Args({4, 5})                                  \
      ->Args({5, 2});                                 \
  BENCHMARK_CAPTURE(counter, name, states, true)      \
      ->Apply(once)                                   \
      ->Args({2, 20})                                 \
      ->Args({3, 5})                                  \
      ->Args({4, 2})                                  \
      ->Args({5, 1})
HEDDLE_RATES(memory, "memory");
HEDDLE_RATES(asleep, kAsleep);
#undef HEDDLE_RATES

// The same programs, smaller: happens-before tells more states apart.
#define HEDDLE_COMPARE(program, threads, rounds)                                                   \
  BENCHMARK_CAPTURE(program, small_memory, "memory", false)->Apply(once)->Args({threads, rounds}); \
  BENCHMARK_CAPTURE(program, small_happens_before, "happens-before", false)                        \
      ->Apply(once)                                                                                \
      ->Args({threads, rounds})
HEDDLE_COMPARE(philosophers, 4, 2);
HEDDLE_COMPARE(reorder, 3, 1);
HEDDLE_COMPARE(counter, 3, 1);
#undef HEDDLE_COMPARE

// Memory of the whole search against the number of states, from a few to a million.
void bytes_per_state(benchmark::State& state) {
  constexpr const char* kFew = "1000";
  constexpr const char* kMany = "1000000";
  double bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const auto run = [](const char* states) {
      return run_search({"--search", "dfs", "--states", "memory", "--points", "sync", "--time",
                         "none", "--max-states", states},
                        "ballast_0", {"110"});
    };
    const SearchRun few = run(kFew);
    const SearchRun many = run(kMany);
    if (!many.refusal.empty()) return state.SkipWithError(many.refusal.c_str());
    bytes = (many.peak_bytes - few.peak_bytes) / (many.states - few.states);
    state.SetIterationTime(many.seconds);
  }
  state.counters["bytes/state"] = bytes;
}
BENCHMARK(bytes_per_state)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace heddle::benchmarks
