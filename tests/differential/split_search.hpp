// One worker's part of a search that several workers share, and what they share.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "differential/explored.hpp"
#include "model/program.hpp"
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

}  // namespace heddle
