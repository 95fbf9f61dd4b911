// The watcher's side: starts a worker process, follows its progress, and survives its crash.
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
#include "core/watchdog.hpp"
#include "fleet/channel.hpp"
#include "result/run_result.hpp"
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
  std::uint64_t searches = 1;   // that are running
  std::uint64_t heartbeat = 0;  // of a worker that waits for others
  std::uint64_t errors = 0;
  std::uint64_t races = 0;
  std::uint64_t checkpoints = 0;  // of a campaign, written so far
  std::uint64_t memory = 0;       // resident bytes of all searches; 0 when unknown
  std::optional<result::ScheduleEstimate> estimate = std::nullopt;  // of a single search
};

// The campaign that a worker's search is a part of.
struct CampaignPart {
  int folder = -1;             // its descriptor, open as long as a worker runs
  std::uint64_t identity = 0;  // that checkpoints contain
  bool continues = false;      // from the checkpoint in the folder
  // Another worker continues if this one is killed.
  bool outlives_kill = false;
};

struct WorkerCommand {
  std::vector<std::string> argv;      // the program and its arguments, the launcher in front
  std::string options;                // RunOptions in HEDDLE_OPTIONS form
  std::optional<std::string> replay;  // text of a trace whose schedule is run once
  std::uint64_t max_memory = 0;       // bytes; a worker above it is asked to stop; 0: no limit
  // The end of the run; absent: given by the options, or none for a replay.
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  // The memory of a search that several workers share, and the number of this worker.  Null: it
  // explores alone.  REQUIRES: the memory outlives the worker.
  const SplitFile* split = nullptr;
  std::uint32_t split_worker = 0;
  std::optional<CampaignPart> campaign = std::nullopt;
  // Runs in a forked copy of this process instead of executing argv.  It must not return.
  std::function<void(const std::string& channel)> body;
};

struct WorkerOutcome {
  result::RunResult result;           // always filled: a dead worker yields an error of kind crash
  std::optional<trace::Trace> trace;  // of the error, when there is one
  std::vector<std::optional<trace::Trace>> further_traces;  // as many as further errors
  std::string divergence;      // not empty: what differed (exit code 4)
  std::string internal_error;  // not empty: Heddle failed (exit code 70)
  // Not empty: the process died, and a replay of its schedule does not.  It was killed from
  // outside, or Heddle failed.
  std::string unexplained_death;
};

// Called about ten times a second.  Returning false asks the worker to stop with the result so far;
// some seconds later it is killed.
using Tick = std::function<bool(const Progress&)>;

// Creates a channel that holds everything of the command except what to execute.
Result<Channel> channel_for(const WorkerCommand& command);

// A running worker.  Its process does not outlive this object, nor this process.
class WorkerProcess {
 public:
  static Result<std::unique_ptr<WorkerProcess>> start(const WorkerCommand& command);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  // Polls the worker; call it about ten times a second.  Warns a stuck worker, stops one whose time
  // is over, and kills one that does not stop.  Returns false when the process has ended.
  bool look();
  // Asks the worker to end with the result so far; kills it after `grace`.  Only the earliest end
  // counts.
  void ask_to_stop(std::chrono::milliseconds grace);

  Progress progress() const;
  const ChannelMemory& memory() const { return channel_.memory(); }
  // Returns a descriptor that becomes readable at the end of the process; -1 where pidfds are not
  // available.
  int handle() const { return handle_; }

  // Returns the outcome.  `tick` is for the second worker that a death may need.
  // REQUIRES: look() returned false.
  Result<WorkerOutcome> outcome(const Tick& tick) const;

  // The default grace period, for stops that are not urgent.
  static constexpr std::chrono::milliseconds kGrace{5'000};

 private:
  using Clock = std::chrono::steady_clock;

  // The reason why the watcher killed the process.
  enum class Kill : std::uint8_t { none, asked, time, stuck };

  WorkerProcess(WorkerCommand command, Channel channel);
  void set_deadline();
  bool has_ended();
  void restore_files() const;
  void kill() const;
  void kill(Kill reason);
  void watch_time(Clock::time_point now);
  // Returns the resident bytes; 0 when unknown.
  std::uint64_t resident_bytes() const;
  void watch_memory();
  void stop_waiting(Clock::time_point now);
  // Returns the time that the process has waited for a processor since it was asked to stop.
  std::chrono::nanoseconds waited_since_stop() const;
  void bark(WatchdogOrder order) const;
  WorkerOutcome outcome_of_killed() const;
  Result<WorkerOutcome> read_report(const Tick& tick) const;

  WorkerCommand command_;
  Channel channel_;
  pid_t process_ = -1;
  int handle_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::uint64_t peak_memory_ = 0;  // bytes
  double seconds_ = 0;
  time_t started_ = 0;  // wall-clock time
  Clock::time_point start_;
  Clock::time_point last_move_;
  std::uint64_t last_pulse_ = ~std::uint64_t{0};
  // A program without a step for this long may be stuck.  Absent: never.
  std::optional<std::chrono::milliseconds> longest_step_ = std::nullopt;
  WatchdogOrder order_ = WatchdogOrder::prove;                    // sent when it may be stuck
  std::chrono::nanoseconds queued_before_{};                      // at the last move
  std::chrono::nanoseconds queued_before_stop_{};                 // when it was asked to stop
  std::optional<std::chrono::milliseconds> time_ = std::nullopt;  // of the whole run
  std::optional<Clock::time_point> stop_at_;  // the execution in progress is abandoned from then on
  std::optional<Clock::time_point> kill_at_;
  bool time_is_over_ = false;
  bool too_large_ = false;
  Kill killed_ = Kill::none;
  char state_ = '?';  // of the process, when it was killed
};

// Waits until a worker ends, or until the next poll is due.
void wait_for_any(const std::vector<int>& handles);

// Runs one worker to its end.  An Error is a problem that the user can fix: the program cannot be
// started, or uses a feature that Heddle does not support.
Result<WorkerOutcome> run_worker(const WorkerCommand& command, const Tick& tick);

}  // namespace heddle::fleet
