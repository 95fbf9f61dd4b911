// What a step costs against the memory that a program owns, and what going back costs against the
// depth.
//
// Each figure is a difference: of a long search and a short one.  So it is free of the start of the
// process and of whatever is done once, which is shown beside it.  Processor time, not time on the
// clock: the figures are to be compared with each other.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>

#include "search_run.hpp"

namespace heddle::benchmarks {
namespace {

using Words = std::vector<std::string>;

constexpr int kTimes = 3;  // the best of so many

// Of one step, in seconds, and of what is done once.
struct Cost {
  double each = std::numeric_limits<double>::infinity();
  double once = std::numeric_limits<double>::infinity();
  std::string refusal;

  void add(const SearchRun& few, const SearchRun& many, double difference) {
    if (!few.refusal.empty()) refusal = few.refusal;
    if (!many.refusal.empty()) refusal = many.refusal;
    short_ = std::min(short_, few.cpu_seconds);
    long_ = std::min(long_, many.cpu_seconds);
    each = (long_ - short_) / difference;
    once = short_;
  }

 private:
  double short_ = std::numeric_limits<double>::infinity();
  double long_ = std::numeric_limits<double>::infinity();
};

void add_steps(Cost& cost, std::int64_t mebibytes) {
  const auto run = [&](const char* states) {
    return run_search({"--search", "dfs", "--states", "memory", "--points", "sync", "--time",
                       "none", "--max-memory", "none", "--max-states", states},
                      "ballast_" + std::to_string(mebibytes), {"100"});
  };
  const SearchRun few = run("10000");
  const SearchRun many = run("300000");
  cost.add(few, many, many.transitions - few.transitions);
}

// Steps that touch some bytes, in a program that owns so many MiB of globals and as many of heap.
// The ratio is to a program that owns none, run in turns with it.
void step_against_owned_mebibytes(benchmark::State& state) {
  Cost none;
  Cost cost;
  for ([[maybe_unused]] auto _ : state) {
    for (int i = 0; i < kTimes; ++i) {
      add_steps(none, 0);
      add_steps(cost, state.range(0));
    }
    for (const Cost& each : {none, cost}) {
      if (!each.refusal.empty()) return state.SkipWithError(each.refusal.c_str());
    }
    state.SetIterationTime(cost.each);
  }
  state.counters["ratio"] = cost.each / none.each;
  state.counters["once_ms"] = cost.once * 1e3;
}
BENCHMARK(step_against_owned_mebibytes)
    ->Arg(0)
    ->Arg(1)
    ->Arg(16)
    ->Arg(256)
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kNanosecond);

// Going back one step from that depth, and taking another one there.
void rewind_from_depth(benchmark::State& state, const Words& kind, std::int64_t most_steps) {
  const std::int64_t depth = state.range(0);
  // Executing again costs what was executed: not more than so many steps in all.
  const std::int64_t times = std::clamp<std::int64_t>(most_steps / depth, 20, 60'000);
  Words options = {"--search", "dfs",    "--points", "sync",         "--max-steps",
                   "1000000",  "--time", "none",     "--max-memory", "none"};
  options.insert(options.end(), kind.begin(), kind.end());
  Cost cost;
  for ([[maybe_unused]] auto _ : state) {
    for (int i = 0; i < kTimes; ++i) {
      const auto run = [&](std::int64_t choices) {
        return run_search(options, "deep", {std::to_string(depth), std::to_string(choices)});
      };
      cost.add(run(1), run(1 + times), static_cast<double>(times));
    }
    if (!cost.refusal.empty()) return state.SkipWithError(cost.refusal.c_str());
    state.SetIterationTime(cost.each);
  }
  state.counters["rewinds"] = static_cast<double>(times);
}

void depths(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(10)->Arg(1'000)->Arg(100'000);
  benchmark->UseManualTime()->Iterations(1)->Unit(benchmark::kMicrosecond);
}

constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kTenMillion = 10'000'000;
BENCHMARK_CAPTURE(rewind_from_depth, snapshots, Words{"--states", "memory"}, kAnyNumber)
    ->Apply(depths);
BENCHMARK_CAPTURE(rewind_from_depth, no_snapshots, Words{"--states", "memory", "--no-snapshots"},
                  kTenMillion)
    ->Apply(depths);
BENCHMARK_CAPTURE(rewind_from_depth, stateless, Words{"--states", "none"}, kTenMillion)
    ->Apply(depths);

}  // namespace
}  // namespace heddle::benchmarks
