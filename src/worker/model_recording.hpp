// Writes traces of executions of a model.
#pragma once

#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/failure.hpp"
#include "core/schedule.hpp"
#include "model/guarded_system.hpp"
#include "trace/trace_writer.hpp"

namespace heddle::worker {

class ModelRecording {
 public:
  // Writes the traces to `descriptor`.  Keeps references to the system and the options.
  ModelRecording(model::GuardedSystem& system, int descriptor, const config::RunOptions& options);

  // Writes only the schedule of an error, without executing anything.
  void outline(const Schedule& schedule, const Failure& failure);

  // Executes the schedule from the initial state and writes it with its actions.  `expected` are
  // the sites of its steps, kNoSite where they are unknown; null: any.  Whether the simplification
  // of `known` was cut is written with the failure.
  // THROWS: Divergence when the model does not offer a step, or offers another action.
  void run(const Schedule& schedule, const std::vector<trace::Step>* expected = nullptr,
           const Failure& known = {});

 private:
  trace::TraceWriter begin();
  void take(Decision decision, trace::TraceWriter& writer);
  void check(std::size_t step, Decision decision, const trace::Step* expected) const;
  void write_blocked(trace::TraceWriter& writer) const;

  model::GuardedSystem& system_;
  int descriptor_;
  const config::RunOptions& options_;
  std::vector<trace::ThreadFacts> processes_;
  std::vector<trace::NamedSite> sites_;
};

}  // namespace heddle::worker
