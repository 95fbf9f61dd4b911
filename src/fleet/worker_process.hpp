// The watcher's side: starts a worker process, follows its progress, survives its crash.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "fleet/channel.hpp"
#include "fleet/run_result.hpp"
#include "trace/trace.hpp"

namespace heddle::fleet {

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t max_depth = 0;
  double seconds = 0;
  std::string phase;
  std::uint64_t searches = 1;  // that are running
};

struct WorkerCommand {
  std::vector<std::string> argv;      // the program and its arguments, the launcher in front
  std::string options;                // RunOptions in HEDDLE_OPTIONS form
  std::optional<std::string> replay;  // text of a trace whose schedule is to be run once
  std::uint64_t max_memory = 0;       // bytes; a worker that uses more is asked to stop; 0: any
  // Instead of executing argv: what a forked copy of this process does.  It must not return.
  std::function<void(const std::string& channel)> body;
};

struct WorkerOutcome {
  RunResult result;                   // always filled: a dead worker yields an error of kind crash
  std::optional<trace::Trace> trace;  // of the error, when there is one
  std::string divergence;             // not empty: what differed (exit code 4)
  std::string internal_error;         // not empty: Heddle failed (exit code 70)
  // Not empty: the process died, and following its schedule again does not: it was killed from
  // outside, or Heddle failed.
  std::string unexplained_death;
};

// Called about ten times a second.  False asks the worker to stop with the result so far; asked
// again for some seconds in vain, it is killed.
using Tick = std::function<bool(const Progress&)>;

// A channel that tells a worker all of the command but what to execute.
Result<Channel> channel_for(const WorkerCommand& command);

// A worker that runs.  Its process does not outlive this object, nor this process.
class WorkerProcess {
 public:
  static Result<std::unique_ptr<WorkerProcess>> start(const WorkerCommand& command);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  // To be called about ten times a second: warns and in the end kills a worker that is stuck.
  // False when the process has ended.
  bool look();
  // Ends with the result so far, or is killed after `grace`.  Only the first call counts.
  void ask_to_stop(std::chrono::milliseconds grace);

  Progress progress() const;
  // Becomes readable at the end of the process; -1 on systems without such handles.
  int handle() const { return handle_; }

  // What came out.  `tick` is for the second worker that a death may need.
  // REQUIRES: look() returned false.
  Result<WorkerOutcome> outcome(const Tick& tick) const;

  // For a worker that runs to its end with nobody hurrying it.
  static constexpr std::chrono::milliseconds kGrace{5'000};

 private:
  using Clock = std::chrono::steady_clock;

  WorkerProcess(WorkerCommand command, Channel channel);
  bool has_ended();
  void kill() const;
  void watch_memory();
  void lose_patience(Clock::time_point now);
  Result<WorkerOutcome> read_report(const Tick& tick) const;

  WorkerCommand command_;
  Channel channel_;
  pid_t process_ = -1;
  int handle_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::uint64_t peak_memory_ = 0;  // bytes
  double seconds_ = 0;
  Clock::time_point start_;
  Clock::time_point last_move_;
  Clock::time_point last_warning_;
  std::uint64_t last_pulse_ = ~std::uint64_t{0};
  // Without a single step for so long, the program is stuck.  Absent: never.
  std::optional<std::chrono::milliseconds> patience_ = std::nullopt;
  std::chrono::nanoseconds queued_before_{};  // at the last move
  std::optional<Clock::time_point> kill_at_;
  bool too_large_ = false;
};

// Waits until a worker ends, or for the next time to look.
void wait_for_any(const std::vector<int>& handles);

// Runs one worker to its end.  An Error is something that the user can mend: the program cannot be
// started, or uses what Heddle cannot run.
Result<WorkerOutcome> run_worker(const WorkerCommand& command, const Tick& tick);

}  // namespace heddle::fleet
