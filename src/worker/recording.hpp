// Runs one schedule again, slowly, and writes down everything that a person wants to know about it.
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

// Whether an execution may go on after a failure, so that its place has to be told when it is
// recorded.
inline bool need_not_end(const Failure& failure) {
  return failure.kind == FailureKind::livelock || failure.kind == FailureKind::misuse;
}

class Recording {
 public:
  // The trace goes to `descriptor`, line by line.
  Recording(native::NativeSystem& system, native::OutputCapture& output, int descriptor,
            const Program& program, const config::RunOptions& options);

  // Writes a trace of an error that holds its schedule and where it failed, without executing
  // anything: should there be no time to record it, it is not lost.  REQUIRES: the scheduling
  // points are those of the execution in which it was found.
  void outline(const Schedule& schedule, const Failure& failure);

  // Records one execution behind what was written before; the system is left at its end.
  // `expected` is what the schedule leads to, where that need not end the execution.
  // THROWS: Divergence when the program does not repeat itself, or differs from what `check`
  // expects.
  void run(const Schedule& schedule, native::StepCheck* check = nullptr,
           const Failure* expected = nullptr);

  // Where an address lies in the files that are loaded.
  trace::Place locate(Site site) const;
  // The same with the path of the file; empty when it is in none.
  result::CodePlace place_of(Site site) const;
  const std::vector<native::LoadedModule>& modules() const { return modules_; }

 private:
  class Listener;
  class Announcer;

  trace::Header header() const;
  std::vector<trace::Module> traced_modules() const;
  std::vector<trace::ThreadFacts> threads(const Listener* listener) const;
  void write_end(trace::TraceWriter& writer);

  native::NativeSystem& system_;
  native::OutputCapture& output_;
  int descriptor_;
  const Program& program_;
  const config::RunOptions& options_;
  std::vector<native::LoadedModule> modules_;
};

}  // namespace heddle::worker
