#include "worker/session.hpp"

#include <unistd.h>

#include <cstdio>

#include "config/options_text.hpp"
#include "core/check.hpp"
#include "native/native_system.hpp"
#include "result/worker_report.hpp"
#include "runtime/engine_scope.hpp"
#include "runtime/fiber/control_blocks.hpp"
#include "runtime/late_variables.hpp"
#include "runtime/output_capture.hpp"
#include "runtime/wanted_library.hpp"
#include "system/divergence.hpp"
#include "system/interruption.hpp"
#include "trace/order_request.hpp"
#include "worker/adopted_points.hpp"
#include "worker/campaign_session.hpp"
#include "worker/divergence_text.hpp"
#include "worker/early_libraries.hpp"
#include "worker/explored_scope.hpp"
#include "worker/follow_orders.hpp"
#include "worker/phases.hpp"
#include "worker/place_lookup.hpp"
#include "worker/race_session.hpp"
#include "worker/recording.hpp"
#include "worker/replay.hpp"
#include "worker/search_session.hpp"
#include "worker/split_session.hpp"
#include "worker/states_session.hpp"

namespace heddle::worker {
namespace {

fleet::ChannelMemory* g_memory = nullptr;
int g_error_output = STDERR_FILENO;

// For a failed check: the decisions that led to it.
void print_schedule() {
  char text[32];
  const auto put = [&](int length) {
    (void)!::write(g_error_output, text, static_cast<std::size_t>(length));
  };
  put(std::snprintf(text, sizeof text, "heddle: schedule so far:"));
  const std::uint32_t length = g_memory->length.load();
  for (std::uint32_t i = 0; i < length && i < fleet::ChannelMemory::kDecisions; ++i) {
    const Decision decision = g_memory->decisions[i];
    put(std::snprintf(text, sizeof text, " %u:%u", index(decision.thread), decision.alternative));
  }
  put(std::snprintf(text, sizeof text, "\n"));
}

native::NativeOptions native_options(const config::RunOptions& options) {
  native::NativeOptions native;
  native.max_steps = options.max_steps;
  native.waits = wait_limits(options);
  native.report_leaks = options.leaks == config::Leaks::error;
  native.count_leaks = options.leaks == config::Leaks::report;
  native.goes_on_after_failures = options.keep_going;
  native.report_livelocks = options.livelocks == config::Livelocks::report;
  native.plain_points = points_of(options.points, native::PlainPoints::none);
  return native;
}

// `refusal` is set if the run cannot be part of its campaign.
result::RunResult obey(native::NativeSystem& system, Recording& recording, fleet::Channel& channel,
                       const config::RunOptions& options, std::string& refusal) {
  const int order = channel.files().replay;
  const std::string text = order >= 0 ? fleet::read_all(order) : "";
  if (const auto request = states_request(text)) {
    return explore_states(system, recording, channel.memory(), options, *request);
  }
  if (const auto request = trace::parse_order_request(text)) {
    return follow_orders(system, recording, options, *request);
  }
  if (order >= 0) return replay(system, recording, channel, options);
  const std::unique_ptr<SplitSession> split = SplitSession::join(channel);
  const std::unique_ptr<CampaignSession> campaign = CampaignSession::join(channel, options);
  SearchSession session(system, recording, channel.memory(), options, split.get(), campaign.get());
  result::RunResult result = session.run();
  refusal = session.refusal();
  return result;
}

// Fills in all of the report.
void work(fleet::Channel& channel, const Program& program, config::RunOptions options,
          native::OutputCapture& output, result::WorkerReport& report) {
  fleet::ChannelMemory& memory = channel.memory();
  const native::SharedSchedule shared{memory.decisions, fleet::ChannelMemory::kDecisions,
                                      &memory.length};
  native::NativeOptions wanted = native_options(options);
  wanted.regions = program.memory;
  native::NativeSystem system(program.body, shared, wanted);
  ignore_races(options.ignored_races);
  settle_scope(system, options);
  Recording recording(system, output, channel.files().trace, program, options);
  std::string refusal;
  try {
    report.result = obey(system, recording, channel, options, refusal);
  } catch (const Divergence& divergence) {
    report.divergence = describe(divergence);
    report.result.error =
        result::FoundError{FailureKind::divergence, report.divergence, "", "", divergence.step};
    report.result.verdict = result::RunVerdict::error;
  }
  report.refusal = refusal.empty() ? system.refusal() : refusal;
  if (!native::wanted_library().empty() && program.explore_call == 0) {
    system.restart();
    output.give_back();
    begin_with_library(channel, native::wanted_library());
  }
}

}  // namespace

void serve(fleet::Channel channel, const Program& program) {
  native::flags().in_engine = true;
  fleet::ChannelMemory& memory = channel.memory();
  g_memory = &memory;
  const Result<config::RunOptions> options = config::parse_options(memory.options);
  native::OutputCapture output;
  output.take_over(options && options->show_output);
  g_error_output = output.original_error();
  set_check_output(g_error_output);
  set_check_context(print_schedule);

  result::WorkerReport report;
  Status named = options ? check_places(*options) : Status(Done{});
  if (options && named) named = apply_scope(*options);
  if (!options) {
    report.refusal = options.sentence();
  } else if (!named) {
    report.refusal = named.sentence();
  } else if (native::size_of_variables() > native::kMostVariables) {
    report.refusal = "the program has " + std::to_string(native::size_of_variables() >> 20) +
                     " MiB of thread_local variables: Heddle supports at most " +
                     std::to_string(native::kMostVariables >> 20) +
                     " MiB per thread; make them smaller.";
  } else {
    try {
      work(channel, program, *options, output, report);
    } catch (const Interruption& interruption) {
      report.result.coverage.stopped = describe(interruption);
    }
  }
  fleet::write_all(channel.files().result, result::to_json(report));
  ::_exit(0);
}

}  // namespace heddle::worker
