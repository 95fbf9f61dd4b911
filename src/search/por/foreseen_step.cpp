#include "search/por/foreseen_step.hpp"

namespace heddle::search {
namespace {

// As StepAccesses says of steps that were taken.
bool passes_time(const Causality& causality, OpKind kind, Decision decision) {
  if (is_wake_up(kind)) return !causality.has_token(decision.thread) || decision.alternative > 0;
  return concerns_all(kind);
}

}  // namespace

CausalStep foreseen_step(Causality& causality, const StateView& view, Decision decision) {
  const ThreadView& thread = *view.find(decision.thread);
  CausalStep step;
  step.thread = decision.thread;
  step.alternative = decision.alternative;
  step.passes_time = passes_time(causality, thread.next.kind, decision);
  step.with_all = step.passes_time;
  step.operation = thread.next;
  causality.add_pending(view, thread, step.accesses);
  return step;
}

}  // namespace heddle::search
