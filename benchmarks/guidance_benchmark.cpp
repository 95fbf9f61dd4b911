// The cost of one distance lookup, which a guided search makes for each thread at each step.
#include <benchmark/benchmark.h>

#include "core/random.hpp"
#include "guidance/guide.hpp"

namespace {

using heddle::Random;
using heddle::guidance::Guide;
using heddle::guidance::GuideModule;
using heddle::guidance::GuideNode;

constexpr std::uint32_t kNodes = 400'000;  // about 5 MB of code
constexpr std::size_t kFrames = 20;

Guide large_guide(Random& random) {
  GuideModule module;
  module.name = "program";
  std::uint32_t address = 4096;
  std::vector<heddle::guidance::Cost> costs;
  for (std::uint32_t i = 0; i <= kNodes; ++i) {
    GuideNode node;
    node.begin = address;
    node.to_exit = static_cast<std::uint32_t>(random.below(5000));
    node.resume = i + 1;
    if (i == kNodes) node = {.begin = address, .kind = GuideNode::gap};
    module.nodes.push_back(node);
    costs.push_back(static_cast<std::uint32_t>(random.below(100'000)));
    address += 1 + static_cast<std::uint32_t>(random.below(25));
  }
  module.costs.push_back(std::move(costs));
  std::vector<heddle::guidance::Location> locations(1);
  return Guide(std::move(locations), {std::move(module)});
}

// Some other code is measured with it: the stacks of `range` threads take turns.
void distance_of_a_stack(benchmark::State& state) {
  Random random(1);
  const Guide guide = large_guide(random);
  const std::uint32_t last = guide.modules().front().nodes.back().begin;
  std::vector<std::vector<std::uintptr_t>> stacks(static_cast<std::size_t>(state.range(0)));
  for (auto& stack : stacks) {
    for (std::size_t i = 0; i < kFrames; ++i) stack.push_back(4097 + random.below(last - 4096));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(guide.distance(0, stacks[next]));
    if (++next == stacks.size()) next = 0;
  }
}
BENCHMARK(distance_of_a_stack)->Arg(4)->Arg(64);

}  // namespace

BENCHMARK_MAIN();
