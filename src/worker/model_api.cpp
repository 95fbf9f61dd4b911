// The C side of <heddle/model.hpp>.
#include "worker/model_api.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <heddle/model_native.hpp>

#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "config/options_text.hpp"
#include "core/check.hpp"
#include "interpose/interpose.hpp"
#include "model/footprint.hpp"
#include "result/worker_report.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/root.hpp"
#include "system/divergence.hpp"
#include "trace/trace_file.hpp"
#include "worker/action_guard.hpp"
#include "worker/divergence_text.hpp"
#include "worker/model_recording.hpp"
#include "worker/model_session.hpp"
#include "worker/runtime_installation.hpp"
#include "worker/states_session.hpp"
#include "worker/takeover.hpp"

namespace heddle::worker {
namespace {

constinit bool g_has_model = false;

// The channel of a worker that waits for its model; empty: the process is no worker.
std::string& channel_text_here() {
  static auto* const text = new std::string;
  return *text;
}

void refuse_without_model() {
  const native::EngineScope engine;
  Result<fleet::Channel> channel = fleet::Channel::open(channel_text_here());
  if (!channel) ::_exit(70);
  refuse_program(*channel, "'" + executable_path() +
                               "' declares a model but ended before it called run(); check its "
                               "arguments and its output.");
}

result::RunResult replay_model(model::GuardedSystem& system, ModelRecording& recording,
                               const std::string& text) {
  const Result<trace::Trace> trace = trace::parse_trace(text, "the trace to replay");
  HEDDLE_CHECK(trace.ok(), "the parent process sent a trace that it cannot read");
  std::vector<trace::Step> steps;
  for (const trace::Step& step : trace->steps) {
    if (step.is_step) steps.push_back(step);
  }
  Failure known;
  known.is_simplification_cut = trace->failure && trace->failure->is_simplification_cut;
  recording.run(trace::schedule(*trace), &steps, known);
  result::RunResult result;
  result.executions = 1;
  result.transitions = system.steps();
  result.max_depth = system.steps();
  const Verdict verdict = system.view().verdict;
  if (verdict == Verdict::failed || verdict == Verdict::deadlock) {
    result.verdict = result::RunVerdict::error;
    result.error =
        result::FoundError{system.failure().kind, system.failure().message, "", "", system.steps()};
  }
  result.coverage.stopped = "one recorded schedule was replayed";
  return result;
}

result::RunResult explore_model(fleet::Channel& channel, const heddle_model& model,
                                const config::RunOptions& given) {
  const int order = channel.files().replay;
  const config::RunOptions options = model_options(given);
  // Pruned at visited states, every execution ends.
  const bool may_be_endless = order < 0 && options.states != config::States::memory;
  ActionGuard guard;
  native::runtime().model_hooks.accessed = model::note_access;
  model::GuardedSystem system(
      model, may_be_endless ? options.max_steps : model::GuardedSystem::kNoLimit, &guard);
  ModelRecording recording(system, channel.files().trace, options);
  if (order >= 0) return replay_model(system, recording, fleet::read_all(order));
  if (channel.files().split >= 0) channel.memory().cannot_split = true;
  return ModelSession(system, recording, channel.memory(), options).run();
}

std::string refusal_of(const fleet::Channel& channel, const heddle_model& model,
                       const Result<config::RunOptions>& options) {
  if (!options) return options.sentence();
  if (std::string sentence = model::detail::complaint(model); !sentence.empty()) return sentence;
  const int order = channel.files().replay;
  if (order >= 0 && states_request(fleet::read_all(order))) {
    return "`heddle states` compares the memory of programs, not the states of a model; use "
           "`heddle run`.";
  }
  return model_refusal(*options);
}

[[noreturn]] void serve_model(const heddle_model& model) {
  native::flags().in_engine = true;
  Result<fleet::Channel> channel = fleet::Channel::open(channel_text_here());
  if (!channel) ::_exit(70);
  const Result<config::RunOptions> options = config::parse_options(channel->memory().options);
  result::WorkerReport report;
  report.refusal = refusal_of(*channel, model, options);
  if (report.refusal.empty()) {
    try {
      report.result = explore_model(*channel, model, *options);
    } catch (const Divergence& divergence) {
      report.divergence = describe(divergence);
      report.result.error =
          result::FoundError{FailureKind::divergence, report.divergence, "", "", divergence.step};
      report.result.verdict = result::RunVerdict::error;
    }
  }
  fleet::write_all(channel->files().result, result::to_json(report));
  ::_exit(0);
}

}  // namespace

bool program_has_model() { return g_has_model; }

void prepare_model(fleet::Channel channel, const std::string& channel_text) {
  if (channel.memory().campaign_folder >= 0) {
    refuse_program(channel, "--campaign cannot save the search of a model; leave out --campaign.");
  }
  channel_text_here() = channel_text;
  const Result<config::RunOptions> options = config::parse_options(channel.memory().options);
  if (!options || !options->show_output) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
  }
  channel.release();  // its files are opened again with the model
  std::atexit(refuse_without_model);
}

HEDDLE_INTERPOSE void heddle_program_has_model() { g_has_model = true; }

HEDDLE_INTERPOSE void heddle_explore_model(const heddle_model* model) {
  if (!channel_text_here().empty()) serve_model(*model);
}

}  // namespace heddle::worker
