// Runs a recipe on a model program and keeps what it saw at the end of every run.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/model_system.hpp"
#include "model/performed.hpp"
#include "model/program.hpp"
#include "model/trace_key.hpp"
#include "search/engine/explorer.hpp"

namespace heddle {

struct ExploredRun {
  Schedule schedule;
  Verdict verdict = Verdict::running;
};

struct Explored {
  std::vector<ExploredRun> runs;
  std::set<std::vector<std::uint64_t>> final_states;
  std::set<std::string> failures;
  std::uint64_t deadlocks = 0;
  search::Tally tally;
  search::End end = search::End::exhausted;
};

class KeepEverything final : public search::SearchObserver {
 public:
  KeepEverything(const model::ModelSystem& system, Explored& into) : system_(system), into_(into) {}

  void run_ended(const search::Path& path, Verdict verdict) override {
    into_.runs.push_back({path.schedule(), verdict});
    into_.final_states.insert(model::contents(system_.state()));
    if (verdict == Verdict::deadlock) ++into_.deadlocks;
  }

  bool failed(const search::Path& path, const Failure& failure) override {
    if (path.view().verdict == Verdict::failed) {
      into_.failures.insert("thread " + std::to_string(index(failure.thread)) + ": " +
                            failure.message);
    }
    return true;
  }

 private:
  const model::ModelSystem& system_;
  Explored& into_;
};

// What an execution is equivalent to, by the oracle's means.
inline model::TraceKey trace_of(const model::Program& program, const Schedule& schedule) {
  model::ModelSystem system(program);
  std::vector<model::Performed> performed;
  for (const Decision decision : schedule) {
    performed.push_back(model::take(system, decision));
  }
  return trace_key(performed, program.threads.size());
}

inline Explored explore(const model::Program& program, Result<search::Recipe> recipe,
                        const Budget& budget = {},
                        std::uint64_t step_limit = model::ModelSystem::kNoLimit) {
  Explored explored;
  if (!recipe) {
    ADD_FAILURE() << recipe.sentence();
    return explored;
  }
  model::ModelSystem system(program, step_limit);
  KeepEverything observer(system, explored);
  search::Explorer explorer(system, std::move(*recipe), budget, observer);
  explored.end = explorer.explore();
  explored.tally = explorer.tally();
  return explored;
}

}  // namespace heddle
