#include "fleet/last_words.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>

#include "core/schedule.hpp"
#include "trace/trace_file.hpp"

namespace heddle::fleet {
namespace {

std::string describe(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGKILL) return "the process was killed: out of memory, or stuck beyond reach";
    return std::string("the process died of signal ") + std::to_string(signal) + " (" +
           ::strsignal(signal) + ")";
  }
  return "the process ended itself with status " + std::to_string(WEXITSTATUS(status)) +
         ", behind Heddle's back";
}

std::string path_of(const ChannelMemory& memory, std::size_t thread) {
  if (thread == 0) return "0";
  const auto& entry = memory.threads[thread];
  if (entry.parent >= thread) return "?";
  return path_of(memory, entry.parent) + "." + std::to_string(entry.ordinal);
}

// A trace that holds the schedule and nothing that could be compared.
trace::Trace bare_trace(const ChannelMemory& memory) {
  trace::Trace trace;
  const std::size_t threads =
      std::min<std::size_t>(memory.thread_count.load(), std::size(memory.threads));
  for (std::size_t id = 0; id < threads; ++id) {
    trace::Thread thread;
    thread.id = thread_id(id);
    thread.path = path_of(memory, id);
    trace.threads.push_back(std::move(thread));
  }
  const std::size_t length = std::min<std::size_t>(memory.length.load(), ChannelMemory::kDecisions);
  for (std::size_t i = 0; i < length; ++i) {
    trace::Step step;
    step.thread = memory.decisions[i].thread;
    step.alternative = memory.decisions[i].alternative;
    step.alternatives = static_cast<std::uint16_t>(step.alternative + 1);
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

}  // namespace

WorkerOutcome interpret_death(const WorkerCommand& command, const Channel& channel, int status,
                              const Tick& tick) {
  WorkerOutcome outcome;
  const ChannelMemory& memory = channel.memory();
  RunResult& result = outcome.result;
  result.executions = memory.executions.load();
  result.states = memory.states.load();
  result.transitions = memory.transitions.load();
  result.max_depth = memory.max_depth.load();
  if (memory.stop.load()) {
    result.coverage = "interrupted in the middle of an execution";
    return outcome;
  }
  result.verdict = RunVerdict::error;
  result.error = FoundError{FailureKind::crash, describe(status), "", "", memory.length.load()};
  if (command.replay) {
    // This was the run that follows a schedule: what it wrote before it died is all there is.
    Result<trace::Trace> trace =
        trace::parse_partial_trace(read_all(channel.files().trace), "the worker's trace");
    if (trace) {
      trace->failure =
          trace::TraceFailure{FailureKind::crash, result.error->message, kNoThread, {}, 0};
      if (!trace->steps.empty()) trace->failure->thread = trace->steps.back().thread;
      outcome.trace = std::move(*trace);
    }
    return outcome;
  }
  WorkerCommand again = command;
  again.replay = trace::to_text(bare_trace(memory));
  Result<WorkerOutcome> second = run_worker(again, tick);
  if (second && second->trace) {
    outcome.trace = std::move(second->trace);
    if (second->result.error) result.error = second->result.error;
  }
  result.coverage = "the search ended with the process that it explored";
  return outcome;
}

}  // namespace heddle::fleet
