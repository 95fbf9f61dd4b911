// The C side of <heddle/heddle.hpp>.
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "config/option_table.hpp"
#include "config/options_text.hpp"
#include "fleet/channel.hpp"
#include "fleet/portfolio.hpp"
#include "fleet/worker_process.hpp"
#include "interpose/interpose.hpp"
#include "runtime/engine_scope.hpp"
#include "trace/trace_file.hpp"
#include "worker/caller_frames.hpp"
#include "worker/report_by_command.hpp"
#include "worker/runtime_installation.hpp"
#include "worker/session.hpp"
#include "worker/takeover.hpp"

struct heddle_result {
  int exit_code = 70;
  std::string text;
  std::string json;
  std::string trace;
  int races = 0;
};

namespace heddle::worker {
namespace {

constinit std::uint64_t g_calls = 0;  // of heddle::explore, in this process

std::string trace_path(const config::RunOptions& options) {
  if (!options.trace.empty()) return options.trace;
  const std::string program = executable_path();
  return "heddle-" + program.substr(program.rfind('/') + 1) + ".trace";
}

void tell(fleet::WorkerOutcome outcome, const config::RunOptions& options, heddle_result& into) {
  result::RunResult& result = outcome.result;
  if (result.search.empty()) {
    result.search = config::to_map(options);
    result.seed = options.seed;
  }
  into.exit_code = outcome.divergence.empty() ? result::exit_code(result) : 4;
  if (outcome.trace) {
    const std::string path = trace_path(options);
    if (trace::write_trace(*outcome.trace, path)) {
      result.trace = path;
      into.trace = path;
    }
  }
  into.races = static_cast<int>(result.races.size());
  if (std::optional<CommandReport> told = report_by_command({result, {}, {}})) {
    into.text = std::move(told->text);
    into.json = std::move(told->json);
    // A test that passes prints nothing of it.
    const bool has_warnings = into.races > 0 || !result.lock_order.empty();
    if (!result.error && has_warnings) {
      std::fprintf(stderr, "heddle::explore: %s", into.text.c_str());
    }
    return;
  }
  into.text = result.error ? std::string(key(result.error->kind)) + ": " + result.error->message
                           : result::coverage_text(result.coverage);
  into.text += '\n';
  into.json = result::to_json(result);
}

// Reads the options of the environment, overridden by those of the call.
Result<config::RunOptions> options_for_call(const char* text) {
  const char* const environment = std::getenv("HEDDLE_OPTIONS");
  const Result<config::RunOptions> base =
      config::parse_options(environment != nullptr ? environment : "");
  if (!base) return Error{"HEDDLE_OPTIONS: " + base.sentence()};
  return config::parse_options(text != nullptr ? text : "", *base);
}

void explore(native::Body body, std::byte* caller, const char* text, heddle_result& into) {
  const Result<config::RunOptions> options = options_for_call(text);
  if (!options) {
    into.exit_code = 2;
    into.text = "heddle::explore: " + options.sentence() + "\n";
    return;
  }
  if (!options->suppressions.empty()) {
    into.exit_code = 2;
    into.text =
        "heddle::explore does not support suppressions; leave them out, or use `heddle run`.\n";
    return;
  }
  Program program;
  program.path = executable_path();
  program.arguments = program_arguments();
  program.explore_call = ++g_calls;
  const auto work = [&](const std::string& channel_text) {
    Result<fleet::Channel> channel = fleet::Channel::open(channel_text);
    if (!channel) ::_exit(70);
    CallerFrames frames(caller, body);
    program.body = frames.body();
    program.memory = {frames.region()};
    serve(std::move(*channel), program);
  };
  if (const ExploreReplay& replay = explore_replay(); replay.call != 0) {
    if (replay.call == program.explore_call) work(replay.channel);
    into.exit_code = 0;
    into.text = "skipped: another call of heddle::explore is being replayed\n";
    return;
  }
  fleet::WorkerCommand command;
  command.argv = {program.path};
  command.body = work;
  std::fflush(nullptr);  // what is buffered must not be printed by both processes
  Result<fleet::PortfolioOutcome> found =
      fleet::run_portfolio(command, *options, [](const fleet::Progress&) { return true; });
  if (!found) {
    into.exit_code = 2;
    into.text = found.sentence() + "\n";
  } else if (!found->outcome.internal_error.empty()) {
    into.text = "Heddle failed: " + found->outcome.internal_error + "\n";
  } else {
    tell(std::move(found->outcome), *options, into);
  }
}

// Not inlined: what it keeps on the stack must lie below the caller's frames.
[[gnu::noinline]] heddle_result* explore_for(std::byte* caller, native::Body body,
                                             const char* options) {
  const native::EngineScope engine;
  auto* result = new heddle_result;
  if (native::flags().exploring) {
    result->exit_code = 2;
    result->text = "heddle::explore was called inside an exploration; do not nest calls.\n";
    return result;
  }
  explore(body, caller, options, *result);
  return result;
}

}  // namespace

HEDDLE_INTERPOSE void heddle_program_explores_itself() { program_explores_itself(); }

HEDDLE_INTERPOSE heddle_result* heddle_explore(void (*function)(void*), void* argument,
                                               const char* options) {
  auto* const frame = static_cast<std::byte*>(__builtin_frame_address(0));
  heddle_result* const result = explore_for(frame, {function, argument}, options);
  asm volatile("" ::: "memory");  // no tail call, which would give this frame away
  return result;
}

HEDDLE_INTERPOSE int heddle_result_exit_code(const heddle_result* result) {
  return result->exit_code;
}
HEDDLE_INTERPOSE const char* heddle_result_text(const heddle_result* result) {
  return result->text.c_str();
}
HEDDLE_INTERPOSE const char* heddle_result_json(const heddle_result* result) {
  return result->json.c_str();
}
HEDDLE_INTERPOSE const char* heddle_result_trace(const heddle_result* result) {
  return result->trace.c_str();
}
HEDDLE_INTERPOSE int heddle_result_races(const heddle_result* result) { return result->races; }
HEDDLE_INTERPOSE void heddle_result_free(heddle_result* result) {
  const native::EngineScope engine;
  delete result;
}

}  // namespace heddle::worker
