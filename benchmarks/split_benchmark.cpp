// Visited-set operations per second: the private set, and the shared one with one and two writers.
// Three of four arrivals are at states that are visited already.  The rate with two writers is that
// of each.
#include <benchmark/benchmark.h>
#include <sys/mman.h>

#include <cstdint>

#include "core/splitmix.hpp"
#include "search/split/shared_visited.hpp"
#include "search/split/split_memory.hpp"
#include "search/state/visited_set.hpp"

namespace heddle::search {
namespace {

constexpr std::uint64_t kStates = 1'000'000;
constexpr std::uint64_t kArrivals = 4 * kStates;
constexpr std::size_t kTable = std::size_t{1} << 30;
constexpr unsigned kWriters = 2;

// Memory as several processes share it.
SplitMemory& shared_memory() {
  static const std::size_t size = SplitMemory::size(kWriters, kTable);
  static SplitMemory memory(
      static_cast<std::byte*>(::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
      size, kWriters);
  return memory;
}

// The i-th arrival of a search: every state four times, far apart.
Fingerprint arrival(std::uint64_t i) {
  std::uint64_t seed = i % kStates + 1;
  return {splitmix(seed), i};
}

void arrive(VisitedStore& visited, std::uint64_t first, std::uint64_t step) {
  for (std::uint64_t i = first; i < kArrivals; i += step) {
    benchmark::DoNotOptimize(visited.insert(arrival(i), {.depth = 7}));
  }
}

void PrivateSet(benchmark::State& state) {
  for ([[maybe_unused]] auto iteration : state) {
    VisitedSet visited;
    arrive(visited, 0, 1);
    state.counters["bytes_per_state"] =
        static_cast<double>(visited.bytes()) / static_cast<double>(kStates);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kArrivals));
}
BENCHMARK(PrivateSet)->Unit(benchmark::kMillisecond)->UseRealTime();

// Each writer inserts its share of the arrivals.
void SharedSet(benchmark::State& state) {
  const auto writers = static_cast<std::uint64_t>(state.threads());
  const auto writer = static_cast<std::uint64_t>(state.thread_index());
  // All iterations but the first meet known states only: one is measured.
  if (writer == 0) shared_memory().clear_table();
  for ([[maybe_unused]] auto iteration : state) {
    SharedVisitedSet visited(shared_memory(), static_cast<unsigned>(writer));
    arrive(visited, writer, writers);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kArrivals / writers));
}
BENCHMARK(SharedSet)->Threads(1)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(SharedSet)->Threads(2)->Iterations(1)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace heddle::search

BENCHMARK_MAIN();
