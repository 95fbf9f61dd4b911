#include "model/model_system.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/check.hpp"

namespace heddle::model {

class ModelSystem::Snapshot final : public MarkedState {
 public:
  explicit Snapshot(Run copied) : run(std::move(copied)) {}
  const Run run;
};

ModelSystem::ModelSystem(Program program, std::uint64_t step_limit)
    : program_(std::make_shared<const Program>(std::move(program))), step_limit_(step_limit) {
  run_.state = initial_state(*program_);
  for (std::size_t i = 0; i < program_->threads.size(); ++i) {
    note_failure(begin(*program_, run_.state, thread_id(i)), thread_id(i));
  }
  refresh();
}

ModelSystem::ModelSystem(const ModelSystem& other)
    : System(other),
      Relations(other),
      program_(other.program_),
      step_limit_(other.step_limit_),
      run_(other.run_),
      effect_(other.effect_),
      threads_(other.threads_),
      view_(other.view_) {
  view_.threads = threads_;
  view_.relations = this;
}

void ModelSystem::step(Decision decision) {
  const ThreadView* thread = view_.find(decision.thread);
  HEDDLE_CHECK(run_.verdict == Verdict::running, "a step after the end");
  HEDDLE_CHECK(thread != nullptr && decision.alternative < thread->alternatives,
               "a step that the state does not offer");
  effect_ = perform(*program_, run_.state, decision);
  run_.last = decision.thread;
  ++run_.steps;
  note_failure(effect_, decision.thread);
  refresh();
}

Mark ModelSystem::mark() { return make_shared_state<const Snapshot>(run_); }

void ModelSystem::rewind(const Mark& mark) {
  const auto* snapshot = dynamic_cast<const Snapshot*>(mark.get());
  HEDDLE_CHECK(snapshot != nullptr, "a mark of another system");
  run_ = snapshot->run;
  refresh();
}

const Failure& ModelSystem::failure() const {
  HEDDLE_CHECK(run_.verdict == Verdict::failed || run_.verdict == Verdict::deadlock,
               "a failure was asked for where there is none");
  return run_.failure;
}

void ModelSystem::note_failure(const Effect& effect, ThreadId thread) {
  if (effect.failure.empty() || run_.verdict == Verdict::failed) return;
  run_.verdict = Verdict::failed;
  run_.failure.kind = effect.kind;
  run_.failure.message = effect.failure;
  run_.failure.thread = thread;
}

// Makes the view and the verdict those of the state.
void ModelSystem::refresh() {
  threads_.clear();
  bool may_move = false;
  for (std::size_t i = 0; i < run_.state.threads.size(); ++i) {
    const ThreadId id = thread_id(i);
    if (has_ended(*program_, run_.state, id)) continue;
    // A thread that failed may have stopped at a local instruction, which announces nothing.
    if (is_local(program_->threads[i][run_.state.threads[i].at].code)) continue;
    const std::uint16_t ways = alternatives(*program_, run_.state, id);
    ThreadView& thread = threads_.emplace_back();
    thread.id = id;
    thread.alternatives = ways;
    // Made where it stays: what was just written in pieces is slow to be copied at once.
    new (&thread.next) Operation(next_operation(*program_, run_.state, id));
    thread.yielding = thread.next.kind == OpKind::yield;
    may_move |= ways > 0;
  }
  if (run_.verdict == Verdict::running && !may_move) {
    run_.verdict = threads_.empty() ? Verdict::finished : Verdict::deadlock;
    run_.failure.kind = FailureKind::deadlock;
    run_.failure.message = "no thread is enabled";
  }
  if (run_.verdict == Verdict::running && run_.steps >= step_limit_) run_.verdict = Verdict::cut;
  view_ = {threads_, run_.last, run_.verdict, this};
}

}  // namespace heddle::model
