#include "fleet/worker_process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "fleet/channel.hpp"
#include "fleet/last_words.hpp"
#include "fleet/worker_report.hpp"
#include "trace/trace_file.hpp"

namespace heddle::fleet {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTick = 100;  // milliseconds
constexpr int kBlindTick = 10;
// Without a single step for so long, the program is told to be stuck, which ends the execution.
// The same may happen again where the execution is repeated, and is told sooner; with no step at
// all in the end, the process is killed.
constexpr auto kPatience = std::chrono::seconds(10);
constexpr auto kPatienceAgain = std::chrono::seconds(1);
constexpr auto kEndOfPatience = 3 * kPatience;
// A worker that was asked to stop looks up after each execution.
constexpr auto kGrace = std::chrono::seconds(5);

// In the child, between fork and exec.
[[noreturn]] void become_worker(const WorkerCommand& command, const std::string& channel) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpgid(0, 0);  // Ctrl-C is for the watcher, which asks the worker to stop
  if (command.body) command.body(channel);
  ::setenv(Channel::kVariable, channel.c_str(), 1);
  std::vector<char*> argv;
  for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

Progress progress_of(const ChannelMemory& memory, Clock::time_point start) {
  Progress progress;
  progress.executions = memory.executions.load(std::memory_order_relaxed);
  progress.states = memory.states.load(std::memory_order_relaxed);
  progress.transitions = memory.transitions.load(std::memory_order_relaxed);
  progress.max_depth = memory.max_depth.load(std::memory_order_relaxed);
  progress.depth = memory.length.load(std::memory_order_relaxed);
  progress.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  progress.phase.assign(memory.phase, ::strnlen(memory.phase, sizeof memory.phase));
  return progress;
}

// Something that changes whenever the program moves.
std::uint64_t pulse(const Progress& progress) {
  return progress.executions * 1'000'003 + progress.transitions * 101 + progress.depth;
}

// Waits for the worker's end; returns its wait status.
class Vigil {
 public:
  Vigil(pid_t worker, ChannelMemory& memory, const Tick& tick)
      : worker_(worker), memory_(memory), tick_(tick), start_(Clock::now()) {}

  int wait() {
    last_move_ = Clock::now();
    // Wakes up at the worker's end at once; on kernels without it, at the next tick.
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, worker_, 0));
    int status = 0;
    for (;;) {
      const pid_t ended = ::waitpid(worker_, &status, WNOHANG);
      if (ended == worker_ || (ended < 0 && errno != EINTR)) break;
      pollfd end{handle, POLLIN, 0};
      ::poll(&end, handle >= 0 ? 1 : 0, handle >= 0 ? kTick : kBlindTick);
      look();
    }
    if (handle >= 0) ::close(handle);
    return status;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  void look() {
    const Progress progress = progress_of(memory_, start_);
    const auto now = Clock::now();
    if (!tick_(progress) && !asked_to_stop_) {
      asked_to_stop_ = true;
      asked_at_ = now;
      memory_.stop.store(true);
    }
    if (pulse(progress) != last_pulse_) {
      last_pulse_ = pulse(progress);
      last_move_ = now;
    }
    if (asked_to_stop_ && now - asked_at_ > kGrace) ::kill(worker_, SIGKILL);
    const auto still = now - last_move_;
    if (still > kEndOfPatience) {
      ::kill(worker_, SIGKILL);
    } else if (still > kPatience && now - last_warning_ > kPatienceAgain) {
      last_warning_ = now;
      ::kill(worker_, SIGXCPU);
    }
  }

  pid_t worker_;
  ChannelMemory& memory_;
  const Tick& tick_;
  Clock::time_point start_;
  Clock::time_point last_move_;
  Clock::time_point last_warning_;
  Clock::time_point asked_at_;
  std::uint64_t last_pulse_ = ~std::uint64_t{0};
  bool asked_to_stop_ = false;
};

struct Ended {
  int status = 0;
  double seconds = 0;
};

Result<Ended> run_once(const WorkerCommand& command, Channel& channel, const Tick& tick) {
  if (command.options.size() >= ChannelMemory::kTextSize) {
    return Error{"The options are too long."};
  }
  std::memcpy(channel.memory().options, command.options.c_str(), command.options.size() + 1);
  if (command.replay) write_all(channel.files().replay, *command.replay);
  const pid_t worker = ::fork();
  if (worker < 0) return Error{std::string("No process could be started: ") + std::strerror(errno)};
  if (worker == 0) become_worker(command, channel.text());
  Vigil vigil(worker, channel.memory(), tick);
  const int status = vigil.wait();
  return Ended{status, vigil.seconds()};
}

std::uint64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

Result<WorkerOutcome> run_worker(const WorkerCommand& command, const Tick& tick) {
  Result<Channel> channel = Channel::create(command.replay.has_value());
  if (!channel) return channel.error();
  const Result<Ended> ended = run_once(command, *channel, tick);
  if (!ended) return ended.error();

  WorkerOutcome outcome;
  const std::string text = read_all(channel->files().result);
  if (text.empty()) {
    if (WIFEXITED(ended->status) && WEXITSTATUS(ended->status) == 127) {
      return Error{"'" + command.argv.front() + "' could not be started."};
    }
    if (WIFEXITED(ended->status) && WEXITSTATUS(ended->status) == 70) {
      outcome.internal_error = "the worker failed";
      return outcome;
    }
    outcome = interpret_death(command, *channel, ended->status, tick);
  } else {
    Result<WorkerReport> report = worker_report_from_json(text);
    if (!report) return report.error();
    if (!report->refusal.empty()) return Error{report->refusal};
    outcome.result = std::move(report->result);
    outcome.divergence = std::move(report->divergence);
    if (outcome.result.error) {
      Result<trace::Trace> trace =
          trace::parse_partial_trace(read_all(channel->files().trace), "the worker's trace");
      if (trace) outcome.trace = std::move(*trace);
    }
  }
  outcome.result.seconds = ended->seconds;
  outcome.result.peak_rss = peak_memory();
  return outcome;
}

}  // namespace heddle::fleet
