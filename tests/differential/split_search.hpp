// One worker's part of a search that several workers share, and what they share.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <cstdlib>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "differential/explored.hpp"
#include "model/program.hpp"
#include "model/random_program.hpp"
#include "model/random_spins.hpp"
#include "search/recipes/recipes.hpp"
#include "search/split/split_recipe.hpp"

namespace heddle {

inline constexpr std::size_t kTable = std::size_t{64} << 20;

// Memory as several processes would share it.
class SharedMemory {
 public:
  explicit SharedMemory(unsigned workers)
      : size_(search::SplitMemory::size(workers, kTable)),
        memory_(::mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        workers_(workers) {
    EXPECT_NE(memory_, MAP_FAILED);
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory() { ::munmap(memory_, size_); }

  search::SplitMemory view() const { return {static_cast<std::byte*>(memory_), size_, workers_}; }

 private:
  std::size_t size_;
  void* memory_;
  unsigned workers_;
};

// Gives the other workers a chance after each step, even on one processor.
class Considerate final : public search::SearchObserver {
 public:
  Considerate(const model::ModelSystem& system, Explored& into) : inner_(system, into) {}

  void arrived(const search::Path&, bool) override { std::this_thread::yield(); }
  void run_ended(const search::Path& path, Verdict verdict) override {
    std::this_thread::yield();
    inner_.run_ended(path, verdict);
  }
  bool failed(const search::Path& path, const Failure& failure) override {
    return inner_.failed(path, failure);
  }

 private:
  KeepEverything inner_;
};

// The ends of executions that the program itself ended.  Where a bound with a visited set leaves
// nothing to take depends on the order.
inline std::set<std::vector<std::uint64_t>> own_ends(const model::Program& program,
                                                     const Explored& explored) {
  std::set<std::vector<std::uint64_t>> ends;
  for (const ExploredRun& run : explored.runs) {
    if (run.verdict == Verdict::running) continue;
    model::ModelSystem system(program);
    for (const Decision decision : run.schedule) system.step(decision);
    ends.insert(model::contents(system.state()));
  }
  return ends;
}

// The schedules that were executed, each as often as it was.
inline std::vector<std::vector<std::uint32_t>> schedules(const Explored& explored) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const ExploredRun& run : explored.runs) {
    std::vector<std::uint32_t>& one = all.emplace_back();
    for (const Decision decision : run.schedule) {
      one.push_back(std::uint32_t{index(decision.thread)} << 16U | decision.alternative);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Every failed execution counts as a state of its own.
inline std::uint64_t proper_states(const Explored& explored) {
  std::uint64_t failed = 0;
  for (const ExploredRun& run : explored.runs) failed += run.verdict == Verdict::failed ? 1 : 0;
  return explored.tally.states - failed;
}

// One worker's part of a pass.
struct Part {
  Explored explored;
  std::uint64_t cycles = 0;
};

// Worker 0 begins when so many others wait for branches: even small searches are split.
inline Part work(const model::Program& program, const search::SearchOptions& options,
                 search::WorkExchange& exchange, unsigned waiting) {
  Part part;
  Result<search::Recipe> recipe = search::recipe_for(options);
  if (!recipe) {
    ADD_FAILURE() << recipe.sentence();
    exchange.leave();
    return part;
  }
  search::split(*recipe, options, exchange);
  model::ModelSystem system(program);
  Considerate observer(system, part.explored);
  search::Explorer explorer(system, std::move(*recipe), {}, observer);
  if (exchange.is_remote()) exchange.claims().begin();
  while (exchange.worker() == 0 && exchange.memory().header().idle.load() < waiting) {
    std::this_thread::yield();
  }
  part.explored.end = explorer.explore();
  part.explored.tally = explorer.tally();
  if (exchange.is_remote()) exchange.claims().settle(part.explored.tally);
  part.cycles = search::possible_cycles(explorer.recipe());
  return part;
}

// Returns the number of random programs of each of twelve families: 170 make 2,040.
inline int programs_per_family(const char* variable, int by_default) {
  const char* const wanted = std::getenv(variable);
  return wanted != nullptr ? std::atoi(wanted) : by_default;
}

// Calls `check(program, few)` for so many random programs of each family, until a test fails.
template <typename Check>
void for_random_programs(std::uint64_t seed, int programs_per_family, Check check) {
  // Larger spaces are left to other tests.
  Budget few;
  few.executions = 400;
  for (const model::Family family : model::kFamilies) {
    Random random = Random(seed).split(static_cast<std::uint64_t>(family));
    for (int i = 0; i < programs_per_family && !testing::Test::HasFailure(); ++i) {
      const model::Program program = model::random_program(family, random);
      SCOPED_TRACE(to_text(program));
      check(program, few);
    }
  }
}

// The number of possible cycles that `cycles_of(program)` returns is 0 only if there are none, and
// is 0 for programs without loops.
template <typename CyclesOf>
void expect_cycles_noticed(std::uint64_t seed, int programs, const search::SearchOptions& options,
                           CyclesOf cycles_of) {
  int with_cycles = 0;
  int without = 0;
  Random random(seed);
  for (int i = 0; i < programs; ++i) {
    const model::Program program = i % 2 == 0 ? model::random_spins(random)
                                              : model::random_program(model::Family::lock, random);
    SCOPED_TRACE(to_text(program));
    Result<search::Recipe> recipe = search::recipe_for(options);
    model::ModelSystem system(program);
    Explored explored;
    KeepEverything observer(system, explored);
    search::Explorer alone(system, std::move(*recipe), {}, observer);
    alone.explore();
    const bool has_cycles = alone.recipe().cycle_check->cycles_closed() > 0;
    const std::uint64_t noticed = cycles_of(program);
    if (has_cycles) {
      EXPECT_GT(noticed, 0U);
    }
    (has_cycles ? with_cycles : without) += has_cycles || noticed == 0 ? 1 : 0;
  }
  EXPECT_GT(with_cycles, programs / 15);
  EXPECT_GT(without, programs / 3);
}

// A search that compares states, of which no schedule is left out.
inline search::SearchOptions stateful() {
  search::SearchOptions options{.states = search::States::memory};
  options.fair = false;
  return options;
}

}  // namespace heddle
