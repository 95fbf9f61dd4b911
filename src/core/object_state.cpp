#include "core/object_state.hpp"

namespace heddle {
namespace {

bool is_exclusive(OpKind kind) {
  return kind == OpKind::mutex_lock || kind == OpKind::cond_wake || kind == OpKind::rwlock_wrlock ||
         kind == OpKind::spin_lock;
}

}  // namespace

bool admits(const ObjectState& object_state, ThreadId thread, const Operation& operation) {
  switch (object_state.kind) {
    case ObjectState::Kind::open:
      return true;
    case ObjectState::Kind::held:
      return object_state.holder == thread ||
             (!is_exclusive(operation.kind) && operation.kind != OpKind::rwlock_rdlock);
    case ObjectState::Kind::shared:
      return operation.kind != OpKind::rwlock_wrlock;
    case ObjectState::Kind::closed:
      return operation.kind != OpKind::sem_wait && operation.kind != OpKind::once_begin;
    case ObjectState::Kind::value:
      return operation.kind != OpKind::await || operation.value == object_state.value;
  }
  return true;
}

}  // namespace heddle
