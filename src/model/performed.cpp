#include "model/performed.hpp"

namespace heddle::model {

Performed take(ModelSystem& system, Decision decision) {
  const Operation operation = system.view().find(decision.thread)->next;
  const ObjectState before = system.object_state(operation, operation.object);
  system.step(decision);
  const Effect& effect = system.effect();
  Performed performed{decision.thread, operation.kind, effect.result, {}};
  add_accesses(decision.thread, operation, {effect.woken, Outcome::done}, performed.accesses);
  const bool reads = is_atomic_update(operation.kind) && effect.change == MemoryChange::none;
  const bool reader_leaves =
      operation.kind == OpKind::rwlock_unlock && before.kind == ObjectState::Kind::shared;
  const bool waits_for_more = operation.kind == OpKind::barrier_wait && effect.result == 0;
  if (reads || reader_leaves || waits_for_more) performed.accesses.front().mode = AccessMode::read;
  return performed;
}

}  // namespace heddle::model
