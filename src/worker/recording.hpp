// Replays one schedule slowly and records everything that a person needs to understand it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/run_options.hpp"
#include "core/schedule.hpp"
#include "native/native_system.hpp"
#include "result/found_race.hpp"
#include "runtime/memory_regions.hpp"
#include "runtime/output_capture.hpp"
#include "trace/trace_writer.hpp"
#include "worker/session.hpp"

namespace heddle::worker {

// Returns whether an execution may continue after a failure, so that a recording must be given the
// place of the failure.
inline bool need_not_end(const Failure& failure) {
  return failure.kind == FailureKind::livelock || failure.kind == FailureKind::misuse;
}

class Recording {
 public:
  // Writes the trace to `descriptor`, line by line.
  Recording(native::NativeSystem& system, native::OutputCapture& output, int descriptor,
            const Program& program, const config::RunOptions& options);

  // Writes a trace with only the schedule of an error and its place, without executing anything.
  // The error is kept even if no time is left to record it.
  // REQUIRES: the scheduling points are those of the execution in which it was found.
  void outline(const Schedule& schedule, const Failure& failure);

  // Records one execution after the earlier output; leaves the system at its end.  `expected` is
  // the failure that the schedule leads to, if that failure need not end the execution.  The orders
  // of `known`, and whether its simplification was cut, are written with the failure.
  // THROWS: Divergence when the program does not repeat itself, or differs from what `check`
  // expects.
  void run(const Schedule& schedule, native::StepCheck* check = nullptr,
           const Failure* expected = nullptr, const Failure& known = {});

  // Maps an address to a loaded file.
  trace::Place locate(Site site) const;
  // Does the same with the path of the file; empty when the address is in no loaded file.
  result::CodePlace place_of(Site site) const;
  const std::vector<native::LoadedModule>& modules() const { return modules_; }

 private:
  class Listener;
  class Announcer;
  class Memory;

  trace::Header header() const;
  std::vector<trace::Module> traced_modules() const;
  std::vector<trace::ThreadFacts> threads(const Listener* listener) const;
  void write_end(trace::TraceWriter& writer, const Failure& known);

  native::NativeSystem& system_;
  native::OutputCapture& output_;
  int descriptor_;
  const Program& program_;
  const config::RunOptions& options_;
  std::vector<native::LoadedModule> modules_;
};

}  // namespace heddle::worker
