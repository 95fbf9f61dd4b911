#include "core/standing.hpp"

namespace heddle {
namespace {

bool is_exclusive(OpKind kind) {
  return kind == OpKind::mutex_lock || kind == OpKind::cond_wake || kind == OpKind::rwlock_wrlock ||
         kind == OpKind::spin_lock;
}

}  // namespace

bool admits(const Standing& standing, ThreadId thread, const Operation& operation) {
  switch (standing.kind) {
    case Standing::Kind::open:
      return true;
    case Standing::Kind::held:
      return standing.holder == thread ||
             (!is_exclusive(operation.kind) && operation.kind != OpKind::rwlock_rdlock);
    case Standing::Kind::shared:
      return operation.kind != OpKind::rwlock_wrlock;
    case Standing::Kind::closed:
      return operation.kind != OpKind::sem_wait && operation.kind != OpKind::once_begin;
    case Standing::Kind::value:
      return operation.kind != OpKind::await || operation.value == standing.value;
  }
  return true;
}

}  // namespace heddle
