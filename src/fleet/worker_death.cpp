#include "fleet/worker_death.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>

#include "config/options_text.hpp"
#include "core/overwritten.hpp"
#include "core/schedule.hpp"
#include "fleet/recorded_traces.hpp"
#include "trace/trace_file.hpp"

namespace heddle::fleet {
namespace {

std::string describe(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGKILL) return "the process was killed (signal 9), e.g. because memory ran out";
    return std::string("the process was killed by signal ") + std::to_string(signal) + " (" +
           ::strsignal(signal) + ")";
  }
  if (WEXITSTATUS(status) == kOverwrittenStatus) {
    return "the program overwrote memory of Heddle's runtime";
  }
  return "the process exited with status " + std::to_string(WEXITSTATUS(status)) +
         " without Heddle's control";
}

std::string path_of(const ChannelMemory& memory, std::size_t thread) {
  if (thread == 0) return "0";
  const auto& entry = memory.threads[thread];
  if (entry.parent >= thread) return "?";
  return path_of(memory, entry.parent) + "." + std::to_string(entry.ordinal);
}

std::vector<std::string> lines(const char* text, std::size_t size) {
  std::vector<std::string> result;
  std::istringstream stream(std::string(text, ::strnlen(text, size)));
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

trace::Step bare_step(Decision decision) {
  trace::Step step;
  step.thread = decision.thread;
  step.alternative = decision.alternative;
  step.alternatives = static_cast<std::uint16_t>(step.alternative + 1);
  return step;
}

std::span<const Decision> decisions(const ChannelMemory& memory) {
  return {memory.decisions, std::min<std::size_t>(memory.length.load(), ChannelMemory::kDecisions)};
}

// A trace that holds the schedule and nothing that could be compared.
trace::Trace bare_trace(const ChannelMemory& memory) {
  trace::Trace trace;
  trace.header.shared_cells = lines(memory.shared_cells, sizeof memory.shared_cells);
  const std::size_t threads =
      std::min<std::size_t>(memory.thread_count.load(), std::size(memory.threads));
  for (std::size_t id = 0; id < threads; ++id) {
    trace::Thread thread;
    thread.id = thread_id(id);
    thread.path = path_of(memory, id);
    trace.threads.push_back(std::move(thread));
  }
  for (const Decision decision : decisions(memory)) trace.steps.push_back(bare_step(decision));
  return trace;
}

// Reads the trace that a worker wrote while it followed a schedule, before it died.  A step is
// written when it ends, so the last one is missing.
std::optional<trace::Trace> unfinished_trace(const Channel& channel, const std::string& message) {
  Result<trace::Trace> trace =
      trace::parse_partial_trace(read_all(channel.files().trace), "the worker's trace");
  if (!trace) return std::nullopt;
  const std::span<const Decision> taken = decisions(channel.memory());
  for (std::size_t i = trace::depth(*trace); i < taken.size(); ++i) {
    trace->steps.push_back(bare_step(taken[i]));
  }
  const ThreadId thread = taken.empty() ? kMainThread : taken.back().thread;
  trace->failure = trace::TraceFailure{FailureKind::crash, message, thread, {}, 0};
  return std::move(*trace);
}

// The options of the first worker, with the scheduling points that were in force when it died.
std::string options_of(const WorkerCommand& command, const ChannelMemory& memory) {
  static constexpr const char* kPoints[] = {"points=sync", "points=shared", "points=all",
                                            "points=racing"};
  const char* const points =
      kPoints[std::min<std::size_t>(memory.plain_points.load(), std::size(kPoints) - 1)];
  std::string text = command.options;
  // A replay has no parts, and the points of a shard may be none that it accepts.
  if (Result<config::RunOptions> options = config::parse_options(text); options && options->shard) {
    options->shard.reset();
    text = config::to_text(*options);
  }
  return text.empty() ? points : text + ":" + points;
}

}  // namespace

void take_counts(const ChannelMemory& memory, result::RunResult& into) {
  into.executions = memory.executions.load();
  into.states = memory.states.load();
  into.transitions = memory.transitions.load();
  into.max_depth = memory.max_depth.load();
}

WorkerOutcome interpret_death(const WorkerCommand& command, const Channel& channel, int status,
                              const Tick& tick) {
  WorkerOutcome outcome;
  const ChannelMemory& memory = channel.memory();
  result::RunResult& result = outcome.result;
  take_counts(memory, result);
  if (memory.stop.load()) {
    result.coverage.stopped = "interrupted during an execution";
    take_found_so_far(channel, outcome);
    return outcome;
  }
  result.verdict = result::RunVerdict::error;
  result.error =
      result::FoundError{FailureKind::crash, describe(status), "", "", memory.length.load()};
  if (command.replay) {
    // This was the run that follows a schedule.
    outcome.trace = unfinished_trace(channel, result.error->message);
    return outcome;
  }
  const bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  // A shared search begins again, and if that happens again and again, one process explores all.
  // So a program that kills itself is still found, and a kill from outside is no error.
  const bool begins_again = command.split != nullptr && memory.errors.load() == 0;
  // The same holds for a campaign, whose next worker finds the same errors.
  const bool continues = command.campaign && command.campaign->outlives_kill;
  if (was_killed && (begins_again || continues)) {
    outcome.unexplained_death = describe(status);
    result.verdict = result::RunVerdict::incomplete;
    result.error.reset();
    return outcome;
  }
  WorkerCommand again = command;
  again.options = options_of(command, memory);
  again.replay = trace::to_text(bare_trace(memory));
  Result<WorkerOutcome> second = run_worker(again, tick);
  // A worker that is killed while it writes its schedule leaves one that no execution can follow.
  const bool failed =
      second && second->result.error && second->result.error->kind != FailureKind::divergence;
  // A kill from outside may end the second as well, but hardly at the same step.
  const bool reproduced =
      failed && (!was_killed || second->result.error->depth == result.error->depth);
  if (second && second->trace) outcome.trace = std::move(second->trace);
  if (reproduced) {
    result.error = second->result.error;
    result.coverage.stopped = "stopped at the first error: the explored process died";
  } else {
    outcome.unexplained_death = describe(status);
    result.verdict = result::RunVerdict::incomplete;
    result.error.reset();
    result.coverage.stopped = "incomplete: " + outcome.unexplained_death +
                              "; replaying the schedule did not reproduce it";
  }
  if (memory.errors.load() > 0) {
    // An error counts more than how its search ended.
    if (!outcome.unexplained_death.empty()) outcome.trace.reset();
    outcome.unexplained_death.clear();
    take_found_so_far(channel, outcome);
  }
  return outcome;
}

}  // namespace heddle::fleet
