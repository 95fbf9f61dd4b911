#include "worker/model_recording.hpp"

#include "config/options_text.hpp"
#include "runtime/memory_regions.hpp"
#include "system/divergence.hpp"
#include "worker/runtime_installation.hpp"
#include "worker/takeover.hpp"

namespace heddle::worker {
namespace {

trace::NamedSite named(Site site, const char* name, const heddle_model_place& place) {
  return {site, name, place.function, place.file, place.line};
}

}  // namespace

ModelRecording::ModelRecording(model::GuardedSystem& system, int descriptor,
                               const config::RunOptions& options)
    : system_(system), descriptor_(descriptor), options_(options) {
  const heddle_model& model = system.model();
  for (std::size_t i = 0; i < model.process_count; ++i) {
    const heddle_model_process& process = model.processes[i];
    processes_.push_back({thread_id(i), std::to_string(i), process.name, kNoSite});
    for (std::size_t k = 0; k < process.action_count; ++k) {
      const auto site = Site{static_cast<std::uint64_t>(system.first_site(i)) + k};
      sites_.push_back(named(site, process.actions[k].name, process.actions[k].place));
    }
  }
  for (std::size_t i = 0; i < model.property_count; ++i) {
    const heddle_model_property& property = model.properties[i];
    sites_.push_back(named(system.property_site(i), property.name, property.place));
  }
}

// Writes all lines before the first step.
trace::TraceWriter ModelRecording::begin() {
  trace::Header header;
  header.program = executable_path();
  header.arguments = program_arguments();
  const std::vector<native::LoadedModule> modules = native::loaded_modules();
  header.build_id = modules.empty() ? "" : modules.front().build_id;
  // Nothing in a trace names a command or a file.
  config::RunOptions options = options_;
  options.json.clear();
  options.trace.clear();
  options.suppressions.clear();
  options.launcher.clear();
  header.options = config::to_text(options);
  header.seed = options.seed;
  trace::TraceWriter writer(descriptor_, header, {}, [](Site site) {
    return trace::Place{trace::kNoModule, static_cast<std::uint64_t>(site)};
  });
  writer.threads(processes_);
  writer.sites(sites_);
  return writer;
}

void ModelRecording::outline(const Schedule& schedule, const Failure& failure) {
  trace::TraceWriter writer = begin();
  writer.decisions(schedule);
  writer.failure(failure);
  writer.end();
}

void ModelRecording::run(const Schedule& schedule, const std::vector<trace::Step>* expected,
                         const Failure& known) {
  trace::TraceWriter writer = begin();
  system_.restart();
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    check(i, schedule[i], expected != nullptr ? &(*expected)[i] : nullptr);
    take(schedule[i], writer);
  }
  const Verdict verdict = system_.view().verdict;
  if (verdict == Verdict::failed || verdict == Verdict::deadlock) {
    Failure failure = system_.failure();
    failure.is_simplification_cut = known.is_simplification_cut;
    writer.failure(failure);
  }
  if (verdict == Verdict::deadlock) write_blocked(writer);
  writer.end();
}

void ModelRecording::check(std::size_t step, Decision decision, const trace::Step* expected) const {
  const StateView& view = system_.view();
  const ThreadView* mover = view.find(decision.thread);
  const bool offers = view.verdict == Verdict::running && mover != nullptr &&
                      decision.alternative < mover->alternatives;
  if (!offers) {
    throw Divergence(step, decision.thread, {}, {}, "the model does not offer the recorded action");
  }
  if (expected == nullptr || expected->operation.kind == OpKind::none) return;
  if (system_.chosen(decision).site == expected->operation.site) return;
  throw Divergence(step, decision.thread, {}, {}, "the model offers another action than recorded");
}

void ModelRecording::take(Decision decision, trace::TraceWriter& writer) {
  const model::GuardedSystem::Chosen chosen = system_.chosen(decision);
  Event event;
  event.thread = decision.thread;
  event.operation.kind = OpKind::action;
  event.operation.site = chosen.site;
  if (chosen.action->has_choice != 0) event.operation.value = chosen.choice + std::uint64_t{1};
  event.alternative = decision.alternative;
  event.alternatives = system_.view().find(decision.thread)->alternatives;
  system_.step(decision);
  writer.happened(event);
  const std::string shown = system_.shown();
  if (!shown.empty()) writer.printed(decision.thread, trace::Output::kVariables, shown);
}

void ModelRecording::write_blocked(trace::TraceWriter& writer) const {
  for (const ThreadView& thread : system_.view().threads) {
    Operation waits_at;
    waits_at.kind = OpKind::action;
    waits_at.site = thread.next.site;
    writer.blocked({thread.id, waits_at, kNoThread, {}});
  }
}

}  // namespace heddle::worker
