#include "model/oracle.hpp"

#include "model/model_system.hpp"
#include "model/performed.hpp"

namespace heddle::model {
namespace {

class Enumerator {
 public:
  explicit Enumerator(const OracleOptions& options) : options_(options) {}

  void visit(const ModelSystem& system) {
    const StateView& view = system.view();
    if (view.verdict != Verdict::running || schedule_.size() >= options_.max_depth) {
      return end(system);
    }
    for (const ThreadView& thread : view.threads) {
      for (std::uint16_t alternative = 0; alternative < thread.alternatives; ++alternative) {
        if (!result_.complete) return;
        take(system, {thread.id, alternative});
      }
    }
  }

  OracleResult result() { return std::move(result_); }

 private:
  void take(const ModelSystem& system, Decision decision) {
    const bool preempts = is_preemption(system.view(), decision.thread);
    ModelSystem next = system;
    Performed performed = model::take(next, decision);
    schedule_.push_back(decision);
    execution_.push_back(std::move(performed));
    preemptions_ += preempts ? 1 : 0;
    visit(next);
    preemptions_ -= preempts ? 1 : 0;
    execution_.pop_back();
    schedule_.pop_back();
  }

  static bool is_preemption(const StateView& view, ThreadId chosen) {
    const ThreadView* last = view.find(view.last);
    return last != nullptr && last->id != chosen && last->enabled() && !last->yielding;
  }

  void end(const ModelSystem& system) {
    if (result_.runs.size() >= options_.max_schedules) {
      result_.complete = false;
      return;
    }
    CompleteRun run;
    run.schedule = schedule_;
    run.verdict = system.view().verdict;
    run.preemptions = preemptions_;
    run.trace = trace_key(execution_, system.program().threads.size());
    run.final_state = contents(system.state());
    if (run.verdict == Verdict::failed) {
      const Failure& failure = system.failure();
      run.failure = "thread " + std::to_string(index(failure.thread)) + ": " + failure.message;
    }
    result_.runs.push_back(std::move(run));
  }

  OracleOptions options_;
  OracleResult result_;
  Schedule schedule_;
  std::vector<Performed> execution_;
  std::size_t preemptions_ = 0;
};

}  // namespace

OracleResult enumerate(const Program& program, const OracleOptions& options) {
  Enumerator enumerator(options);
  enumerator.visit(ModelSystem(program));
  return enumerator.result();
}

std::set<TraceKey> OracleResult::traces() const {
  std::set<TraceKey> keys;
  for (const CompleteRun& run : runs) keys.insert(run.trace);
  return keys;
}

std::set<TraceKey> OracleResult::deadlock_traces() const {
  std::set<TraceKey> keys;
  for (const CompleteRun& run : runs) {
    if (run.verdict == Verdict::deadlock) keys.insert(run.trace);
  }
  return keys;
}

std::set<std::vector<std::uint64_t>> OracleResult::final_states() const {
  std::set<std::vector<std::uint64_t>> states;
  for (const CompleteRun& run : runs) states.insert(run.final_state);
  return states;
}

std::set<std::string> OracleResult::failures() const {
  std::set<std::string> failures;
  for (const CompleteRun& run : runs) {
    if (!run.failure.empty()) failures.insert(run.failure);
  }
  return failures;
}

OracleCounts OracleResult::within(std::size_t preemptions) const {
  OracleCounts counts;
  std::set<TraceKey> keys;
  for (const CompleteRun& run : runs) {
    if (run.preemptions > preemptions) continue;
    ++counts.interleavings;
    keys.insert(run.trace);
  }
  counts.traces = keys.size();
  return counts;
}

}  // namespace heddle::model
