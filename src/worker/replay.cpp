#include "worker/replay.hpp"

#include "core/check.hpp"
#include "runtime/root.hpp"
#include "system/divergence.hpp"
#include "trace/trace_file.hpp"
#include "worker/adopted_points.hpp"

namespace heddle::worker {
namespace {

// Compares with the trace.  Modules are compared by path: the order of loading may differ.
class Comparison : public native::StepCheck {
 public:
  Comparison(const trace::Trace& trace, const Recording& recording)
      : trace_(trace), recording_(recording) {
    for (const trace::Step& step : trace.steps) {
      if (step.is_step) steps_.push_back(&step);
    }
  }

  void before(std::size_t step, const ThreadView& chosen) override {
    const trace::Step& recorded = *steps_[step];
    if (recorded.operation.kind == OpKind::none) return;  // a schedule without its operations
    const trace::Place now = recording_.locate(chosen.next.site);
    // A thread is interrupted at any place of its endless loop.
    if (is_interruption(recorded.operation) && is_interruption(chosen.next)) return;
    const bool same_kind = recorded.operation.kind == chosen.next.kind;
    if (same_kind && (recorded.stack.empty() || same_place(recorded.stack.front(), now))) return;
    throw Divergence(step, chosen.id, recorded.operation, chosen.next,
                     "a thread announced a different operation than recorded");
  }

 private:
  bool same_place(const trace::Place& recorded, const trace::Place& now) const {
    if (recorded.module >= trace_.modules.size() || now.module >= recording_.modules().size())
      return true;
    return recorded.offset == now.offset &&
           trace_.modules[recorded.module].build_id == recording_.modules()[now.module].build_id;
  }

  const trace::Trace& trace_;
  const Recording& recording_;
  std::vector<const trace::Step*> steps_;
};

}  // namespace

result::RunResult replay(native::NativeSystem& system, Recording& recording,
                         fleet::Channel& channel, const config::RunOptions& options) {
  const Result<trace::Trace> trace =
      trace::parse_trace(fleet::read_all(channel.files().replay), "the trace to replay");
  HEDDLE_CHECK(trace.ok(), "the parent process sent a trace that it cannot read");
  // The recorded thread numbers and scheduling points, in the order in which they were learned.
  for (const trace::Thread& thread : trace->threads) {
    if (native::thread_paths().name(thread.id, thread.path)) continue;
    throw Divergence(0, thread.id, {}, {}, "the program's threads differ from those in the trace");
  }
  adopt_only(trace->header.shared_cells);
  native::StateKeeping keeping;
  // A loop was recorded so, whatever the search did.
  const bool is_loop = trace->failure && trace->failure->cycle_begin;
  keeping.compares = options.states == config::States::memory || is_loop;
  keeping.reorders =
      options.reduce != config::Reduce::none || options.states == config::States::happens_before;
  system.keep_states(keeping);
  // States are compared only where a loop must close.
  native::flags().shows_dead_slots = !is_loop;
  if (options.races == config::Races::error) system.watch_races(native::RaceWatch::fail);
  system.restart();
  Failure expected;
  if (trace->failure) {
    expected.kind = trace->failure->kind;
    expected.message = trace->failure->message;
    expected.thread = trace->failure->thread;
    expected.cycle_begin = trace->failure->cycle_begin;
    expected.orders = trace->failure->orders;
    expected.is_simplification_cut = trace->failure->is_simplification_cut;
  }

  Comparison comparison(*trace, recording);
  const bool may_go_on = trace->failure && need_not_end(expected);
  recording.run(trace::schedule(*trace), &comparison, may_go_on ? &expected : nullptr, expected);
  return result_of_one_execution(system, "one recorded schedule was replayed");
}

result::RunResult result_of_one_execution(const native::NativeSystem& system,
                                          const std::string& scope) {
  result::RunResult result;
  result.executions = 1;
  result.transitions = native::scheduler().depth();
  result.max_depth = native::scheduler().depth();
  const Verdict verdict = system.view().verdict;
  if (verdict == Verdict::failed || verdict == Verdict::deadlock) {
    result.verdict = result::RunVerdict::error;
    result.error = result::FoundError{system.failure().kind, system.failure().message, "", "",
                                      native::scheduler().depth()};
  }
  result.coverage.stopped = scope;
  return result;
}

}  // namespace heddle::worker
