#include "fleet/worker_process.hpp"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "config/options_text.hpp"
#include "core/file_journal.hpp"
#include "fleet/recorded_traces.hpp"
#include "fleet/repeatable_start.hpp"
#include "fleet/resource_limits.hpp"
#include "fleet/worker_death.hpp"
#include "result/worker_report.hpp"

namespace heddle::fleet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTick = 50;  // milliseconds
constexpr int kBlindTick = 10;

// Without --max-step-time, a step that takes longer is examined: whether its state repeats.
constexpr std::chrono::milliseconds kLongStep{1'000};
// With it, a process that does not react to a failed step for so long is killed.
constexpr auto kGracePeriod = std::chrono::seconds(20);

// A worker ends in time by itself, unless a step takes longer than this; then it leaves the step.
constexpr std::chrono::milliseconds kStepAfterStop{100};
// One that does not even do that, or takes long to put its result together, is killed before the
// run has taken a tenth longer than it may, or a second.
constexpr std::chrono::milliseconds kLeastOvertime{800};
std::chrono::milliseconds overtime(std::chrono::milliseconds time) {
  return std::max(kLeastOvertime, time / 100 * 8);
}

// A search is saved before it ends.
constexpr std::chrono::milliseconds kGraceToSave{120'000};

// How a worker ends that never began: the system did not execute the file, or its loader gave up.
constexpr int kNotExecuted = 126;
constexpr int kNotLoaded = 127;

// The process ended before it loaded Heddle's library.
std::string not_begun(const WorkerCommand& command, int code) {
  const Result<config::RunOptions> options = config::parse_options(command.options);
  const bool is_launched = options.ok() && !options->launcher.empty();
  return "'" + command.argv.front() + "' ended with status " + std::to_string(code) +
         (is_launched ? " and did not start the program; a launcher executes the command that "
                        "follows it."
                      : " and did not load Heddle's library; link it with `heddle c++`.");
}

// Closes the descriptors that the user's shell may have left: a worker that continues a search has
// those that the first one had.
void close_others(const Channel& own) {
  constexpr int kMost = 1024;
  const ChannelFiles& files = own.files();
  const auto kept = {files.memory, files.result, files.trace, own.memory().campaign_folder};
  for (int number = STDERR_FILENO + 1; number < kMost; ++number) {
    if (std::find(kept.begin(), kept.end(), number) == kept.end()) ::close(number);
  }
}

// In the child, between fork and exec.
[[noreturn]] void become_worker(const WorkerCommand& command, const Channel& own, pid_t watcher) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != watcher) ::_exit(0);  // it died before the line above
  ::signal(SIGXFSZ, SIG_DFL);              // which the command ignores, unlike the program
  ::signal(SIGXCPU,
           SIG_IGN);  // an order that comes before libheddle listens: constructors may be slow
  ::setpgid(0, 0);    // Ctrl-C is for the watcher, which asks us to stop
  const std::string channel = own.text();
  if (command.body) command.body(channel);
  own.keep_over_exec();
  if (own.memory().campaign_folder >= 0) close_others(own);
  ::setenv(Channel::kVariable, channel.c_str(), 1);
  prepare_repeatable_start();
  std::vector<char*> argv;
  for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  ::_exit(kNotExecuted);
}

Progress progress_of(const ChannelMemory& memory, Clock::time_point start) {
  Progress progress;
  progress.executions = memory.executions.load(std::memory_order_relaxed);
  progress.states = memory.states.load(std::memory_order_relaxed);
  progress.transitions = memory.transitions.load(std::memory_order_relaxed);
  progress.max_depth = memory.max_depth.load(std::memory_order_relaxed);
  progress.depth = memory.length.load(std::memory_order_relaxed);
  progress.errors = memory.errors.load(std::memory_order_relaxed);
  progress.checkpoints = memory.checkpoints.load(std::memory_order_relaxed);
  progress.races = memory.races.load(std::memory_order_relaxed);
  const double schedules = memory.schedules.load(std::memory_order_relaxed);
  if (schedules > 0) {
    progress.estimate = {schedules, memory.schedules_low.load(std::memory_order_relaxed),
                         memory.schedules_high.load(std::memory_order_relaxed)};
  }
  progress.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  progress.heartbeat = memory.heartbeat.load(std::memory_order_relaxed);
  progress.phase.assign(memory.phase, ::strnlen(memory.phase, sizeof memory.phase));
  return progress;
}

// Returns a value that changes whenever the program takes a step, or the worker waits for others.
std::uint64_t pulse(const Progress& progress) {
  return progress.executions * 1'000'003 + progress.transitions * 101 + progress.depth +
         progress.heartbeat * 7919;
}

// Returns the resident bytes of a process; 0 when unknown.  Counts its share of the memory that it
// shares with others.
std::uint64_t resident_memory(pid_t process, std::uint64_t processes) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  if (!(file >> all >> resident >> shared)) return 0;
  if (processes > 1) resident -= std::min(resident, shared - shared / processes);
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// Returns the state of a process: 'R' for running, ...; '?' when unknown.
char process_state(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(") ");  // a name may hold anything
  return name_end == std::string::npos || name_end + 2 >= text.size() ? '?' : text[name_end + 2];
}

// Returns how long a process has waited in the run queue for a processor; 0 when unknown.
std::chrono::nanoseconds time_in_queue(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/schedstat");
  std::uint64_t on_processor = 0;
  std::uint64_t waiting = 0;
  if (!(file >> on_processor >> waiting)) return {};
  return std::chrono::nanoseconds(waiting);
}

}  // namespace

WorkerProcess::WorkerProcess(WorkerCommand command, Channel channel)
    : command_(std::move(command)), channel_(std::move(channel)) {
  const auto options = config::parse_options(command_.options);
  if (!options) return;
  using Kind = config::StepTime::Kind;
  switch (options->max_step_time.kind) {
    case Kind::auto_:
      longest_step_ = kLongStep;
      break;
    case Kind::limit:
      longest_step_ = options->max_step_time.limit;
      order_ = WatchdogOrder::fail;
      break;
    case Kind::none:
      break;
  }
  time_ = options->time;
}

Result<Channel> channel_for(const WorkerCommand& command) {
  if (command.options.size() >= ChannelMemory::kTextSize) {
    return Error{"The options are too long; shorten them."};
  }
  Result<Channel> channel = Channel::create(command.replay.has_value());
  if (!channel) return channel.error();
  std::memcpy(channel->memory().options, command.options.c_str(), command.options.size() + 1);
  if (command.replay) write_all(channel->files().replay, *command.replay);
  if (command.split != nullptr && !command.replay) {
    channel->share(*command.split, command.split_worker);
  }
  if (command.campaign && !command.replay) {
    channel->join_campaign(command.campaign->folder, command.campaign->identity,
                           command.campaign->continues);
  }
  return channel;
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const WorkerCommand& command) {
  if (const Status limits = check_resource_limits(); !limits) return limits.error();
  Result<Channel> channel = channel_for(command);
  if (!channel) return channel.error();
  std::unique_ptr<WorkerProcess> worker(new WorkerProcess(command, std::move(*channel)));
  worker->start_ = Clock::now();
  worker->set_deadline();
  const pid_t watcher = ::getpid();
  const time_t started = ::time(nullptr);
  const pid_t process = ::fork();
  if (process < 0) {
    return Error{std::string("Cannot start a process: ") + std::strerror(errno)};
  }
  if (process == 0) become_worker(worker->command_, worker->channel_, watcher);
  ::setpgid(process, process);  // parent and child both call this; the first call counts
  worker->process_ = process;
  worker->handle_ = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  worker->started_ = started;
  worker->last_move_ = worker->start_;
  return worker;
}

void WorkerProcess::set_deadline() {
  if (!command_.deadline && time_ && !command_.replay) command_.deadline = start_ + *time_;
  if (!command_.deadline) return;
  channel_.memory().deadline =
      std::chrono::nanoseconds(command_.deadline->time_since_epoch()).count();
}

WorkerProcess::~WorkerProcess() {
  if (process_ > 0 && !ended_) {
    kill();
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    restore_files();
  }
  if (handle_ >= 0) ::close(handle_);
}

// Undoes the program's changes to files, which a killed worker could not undo itself.
void WorkerProcess::restore_files() const {
  const char* const folder = ::getenv("TMPDIR");
  undo_journals(journal_prefix(folder != nullptr ? folder : P_tmpdir, process_), started_);
}

void WorkerProcess::kill() const {
  ::kill(-process_, SIGKILL);  // with its children
  ::kill(process_, SIGKILL);
}

void WorkerProcess::kill(Kill reason) {
  if (killed_ == Kill::none) {
    killed_ = reason;
    state_ = process_state(process_);
  }
  kill();
}

void WorkerProcess::bark(WatchdogOrder order) const {
  sigval value{};
  value.sival_int = static_cast<int>(order);
  ::sigqueue(process_, SIGXCPU, value);
}

bool WorkerProcess::has_ended() {
  siginfo_t found{};
  const int failure =
      ::waitid(P_PID, static_cast<id_t>(process_), &found, WEXITED | WNOHANG | WNOWAIT);
  if (failure == 0 ? found.si_pid == 0 : errno == EINTR) return false;
  // Kills the processes that the worker left behind, before its process id can be reused.
  if (failure == 0) ::kill(-process_, SIGKILL);
  rusage usage{};
  while (::wait4(process_, &status_, 0, &usage) < 0 && errno == EINTR) {
  }
  ended_ = true;
  restore_files();
  peak_memory_ = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  seconds_ = std::chrono::duration<double>(Clock::now() - start_).count();
  return true;
}

bool WorkerProcess::look() {
  if (ended_ || has_ended()) return false;
  const std::uint64_t pulse_now = pulse(progress());
  const auto now = Clock::now();
  if (pulse_now != last_pulse_) {
    last_pulse_ = pulse_now;
    last_move_ = now;
    queued_before_ = time_in_queue(process_);
  }
  watch_time(now);
  watch_memory();
  const bool is_reporting = channel_.memory().reports.load();
  if (kill_at_ && now - waited_since_stop() > *kill_at_) {
    kill(time_is_over_ ? Kill::time : Kill::asked);
  } else if (stop_at_ && now > *stop_at_ && !is_reporting) {
    bark(WatchdogOrder::stop);
  } else if (longest_step_ && now - last_move_ > *longest_step_) {
    stop_waiting(now);
  }
  return true;
}

void WorkerProcess::watch_time(Clock::time_point now) {
  if (!command_.deadline || now < *command_.deadline || time_is_over_) return;
  time_is_over_ = true;
  ask_to_stop(overtime(time_.value_or(std::chrono::milliseconds(0))));
}

// On a busy machine the program may be slow for want of a processor: that is not its fault.
void WorkerProcess::stop_waiting(Clock::time_point now) {
  const auto still = now - last_move_ - (time_in_queue(process_) - queued_before_);
  if (order_ == WatchdogOrder::fail && still > *longest_step_ + kGracePeriod) {
    kill(Kill::stuck);
  } else if (still > *longest_step_) {
    // At every look: one that comes while our own code runs, as in an access, is of no effect.
    bark(order_);
  }
}

std::uint64_t WorkerProcess::resident_bytes() const {
  return resident_memory(process_, command_.split != nullptr ? command_.split->workers() : 1);
}

void WorkerProcess::watch_memory() {
  if (too_large_ || command_.max_memory == 0) return;
  if (resident_bytes() <= command_.max_memory) return;
  too_large_ = true;
  ask_to_stop(kGrace);
}

// On a busy machine a worker needs longer to put its result together: without it, the races that it
// has found would be lost.
std::chrono::nanoseconds WorkerProcess::waited_since_stop() const {
  constexpr std::chrono::nanoseconds kMost = std::chrono::seconds(10);
  return std::min(time_in_queue(process_) - queued_before_stop_, kMost);
}

void WorkerProcess::ask_to_stop(std::chrono::milliseconds grace) {
  if (command_.campaign) grace = std::max(grace, kGraceToSave);
  const auto now = Clock::now();
  kill_at_ = std::min(kill_at_.value_or(Clock::time_point::max()), now + grace);
  if (!stop_at_) {
    stop_at_ = now + kStepAfterStop;
    queued_before_stop_ = time_in_queue(process_);
  }
  channel_.memory().stop.store(true);
}

Progress WorkerProcess::progress() const {
  Progress progress = progress_of(channel_.memory(), start_);
  progress.memory = resident_bytes();
  return progress;
}

Result<WorkerOutcome> WorkerProcess::read_report(const Tick& tick) const {
  const std::string text = read_all(channel_.files().result);
  const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 0;
  WorkerOutcome outcome;
  if (text.empty() && code == kNotExecuted) {
    return Error{"'" + command_.argv.front() +
                 "' could not be started; check that it is an executable for this machine."};
  }
  if (text.empty() && code == kNotLoaded) {
    return Error{"'" + command_.argv.front() +
                 "' failed to load a library (see its message above); if that is libheddle.so, "
                 "link the program again with `heddle c++`."};
  }
  if (text.empty() && code == 70) {
    outcome.internal_error = "the worker failed";
    return outcome;
  }
  Result<result::WorkerReport> report = result::worker_report_from_json(text);
  // Killed in the middle of its report, it is as dead as without one.
  const bool is_dead = text.empty() || (!report && WIFSIGNALED(status_));
  if (is_dead && killed_ != Kill::none) return outcome_of_killed();
  if (is_dead && !command_.body && WIFEXITED(status_) && !channel_.memory().has_begun.load()) {
    return Error{not_begun(command_, code)};
  }
  if (is_dead) return interpret_death(command_, channel_, status_, tick);
  if (!report) return report.error();
  if (!report->refusal.empty()) return Error{report->refusal};
  outcome.result = std::move(report->result);
  outcome.divergence = std::move(report->divergence);
  if (outcome.result.error || command_.replay) {
    take_traces(channel_, channel_.memory().errors.load(), outcome);
  }
  return outcome;
}

// Only counts are known of it, and the errors that it had found.
WorkerOutcome WorkerProcess::outcome_of_killed() const {
  WorkerOutcome outcome;
  take_counts(channel_.memory(), outcome.result);
  const std::string end = state_ == 'T'   ? "; the process had been stopped (SIGSTOP)"
                          : state_ == 'Z' ? "; the main thread of the process had ended"
                                          : "; the process did not respond and was killed";
  switch (killed_) {
    case Kill::stuck:
      outcome.result.coverage.stopped = "stopped: a step exceeded --max-step-time" + end;
      break;
    case Kill::time:
      outcome.result.coverage.stopped = "time limit reached (--time)" + end;
      break;
    case Kill::asked:
    case Kill::none:
      outcome.result.coverage.stopped = "interrupted" + end;
      break;
  }
  take_found_so_far(channel_, outcome);
  return outcome;
}

Result<WorkerOutcome> WorkerProcess::outcome(const Tick& tick) const {
  Result<WorkerOutcome> outcome = read_report(tick);
  if (!outcome) return outcome;
  outcome->result.seconds = seconds_;
  outcome->result.peak_rss = peak_memory_;
  if (too_large_ && outcome->result.verdict == result::RunVerdict::incomplete) {
    outcome->result.coverage.notes.emplace_back("memory limit reached (--max-memory)");
  }
  return outcome;
}

void wait_for_any(const std::vector<int>& handles) {
  std::vector<pollfd> ends;
  ends.reserve(handles.size());
  for (const int handle : handles) ends.push_back({handle, POLLIN, 0});
  const bool blind = std::find(handles.begin(), handles.end(), -1) != handles.end();
  ::poll(ends.data(), ends.size(), blind ? kBlindTick : kTick);
}

Result<WorkerOutcome> run_worker(const WorkerCommand& command, const Tick& tick) {
  Result<std::unique_ptr<WorkerProcess>> worker = WorkerProcess::start(command);
  if (!worker) return worker.error();
  while ((*worker)->look()) {
    if (!tick((*worker)->progress())) (*worker)->ask_to_stop(WorkerProcess::kGrace);
    wait_for_any({(*worker)->handle()});
  }
  return (*worker)->outcome(tick);
}

}  // namespace heddle::fleet
