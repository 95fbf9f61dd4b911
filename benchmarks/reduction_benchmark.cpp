// Partial-order reductions over models: executions a second, and how many executions each takes on
// families of programs whose numbers of equivalence classes are known (`classes`).
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>

#include "model/model_system.hpp"
#include "model/program.hpp"
#include "search/engine/explorer.hpp"
#include "search/recipes/recipes.hpp"

namespace heddle {
namespace {

using search::Reduce;

std::string repeated(const std::string& thread, std::int64_t times) {
  std::string text = thread;
  for (std::int64_t i = 1; i < times; ++i) text += " / " + thread;
  return text;
}

std::uint64_t factorial(std::int64_t n) {
  return n <= 1 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

struct Family {
  const char* name;
  std::string (*program)(std::int64_t);
  std::uint64_t (*classes)(std::int64_t);
  std::int64_t smallest;
  std::int64_t largest;
};

std::string updates(std::int64_t n) { return repeated("A x", n); }
std::string locks(std::int64_t n) { return repeated("L m;A x;U m", n); }
std::string readers(std::int64_t n) { return "W x / " + repeated("R x", n); }

std::string philosophers(std::int64_t n) {
  std::string text;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::string left = "f" + std::to_string(i);
    const std::string right = "f" + std::to_string((i + 1) % n);
    text += (i == 0 ? "" : " / ") + ("L " + left + ";L " + right + ";U " + right + ";U " + left);
  }
  return text;
}

std::string independent(std::int64_t n) {
  std::string text;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::string write = "W x" + std::to_string(i);
    text += (i == 0 ? "" : " / ") + (write + ";" + write);
  }
  return text;
}

constexpr Family kFamilies[] = {
    {"updates", updates, factorial, 3, 5},
    {"locks", locks, factorial, 3, 5},
    {"readers", readers, [](std::int64_t n) { return std::uint64_t{1} << n; }, 3, 6},
    {"philosophers", philosophers, [](std::int64_t n) { return (std::uint64_t{1} << n) - 1; }, 2,
     4},
    {"independent", independent, [](std::int64_t) { return std::uint64_t{1}; }, 2, 4},
};

struct Choice {
  const char* name;
  Reduce reduce;
};
constexpr Choice kChoices[] = {{"none", Reduce::none},
                               {"sleep", Reduce::sleep},
                               {"dpor", Reduce::dpor},
                               {"source", Reduce::source},
                               {"optimal", Reduce::optimal}};

// What takes more is not waited for.
constexpr std::uint64_t kMostExecutions = 200'000;

void explore(benchmark::State& state, const Family& family, Reduce reduce) {
  const model::Program program = *model::parse_program(family.program(state.range(0)));
  std::uint64_t executions = 0;
  for ([[maybe_unused]] auto _ : state) {
    struct GoOn : search::SearchObserver {
      bool failed(const search::Path&, const Failure&) override { return true; }
    } observer;
    model::ModelSystem system(program);
    search::Explorer explorer(system, std::move(*search::depth_first({.reduce = reduce})),
                              {.executions = kMostExecutions}, observer);
    explorer.explore();
    executions = explorer.tally().executions;
  }
  state.counters["executions"] = static_cast<double>(executions);
  state.counters["classes"] = static_cast<double>(family.classes(state.range(0)));
  state.counters["executions/s"] = benchmark::Counter(
      static_cast<double>(executions), benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  for (const heddle::Family& family : heddle::kFamilies) {
    for (const heddle::Choice& choice : heddle::kChoices) {
      const std::string name = std::string(family.name) + "/" + choice.name;
      benchmark::RegisterBenchmark(
          name.c_str(),
          [&](benchmark::State& state) { heddle::explore(state, family, choice.reduce); })
          ->DenseRange(family.smallest, family.largest)
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
