#include "report/lock_effect.hpp"

#include "guidance/wanted.hpp"

namespace heddle::report {

bool is_lock(OpKind kind) { return guidance::wanted_of(kind) == guidance::Wanted::lock; }

bool is_unlock(OpKind kind) { return guidance::wanted_of(kind) == guidance::Wanted::unlock; }

LockEffect lock_effect(const trace::Step& step) {
  const Operation& operation = step.operation;
  if (step.outcome == Outcome::refused || step.is_unfinished) return {};
  if (is_lock(operation.kind)) {
    return step.outcome == Outcome::done ? LockEffect{.acquired = operation.object} : LockEffect{};
  }
  if (is_unlock(operation.kind)) return {.released = operation.object};
  switch (operation.kind) {
    case OpKind::once_begin:
      return {.acquired = operation.object};
    case OpKind::once_end:
    case OpKind::once_abort:
      return {.released = operation.object};
    case OpKind::cond_wake:
      return {.acquired = operation.second};
    case OpKind::cond_wait:
      return {.released = operation.second};
    default:
      return {};
  }
}

}  // namespace heddle::report
