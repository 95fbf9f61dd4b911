// Steps that change nothing for anybody else: loads, exchanges that fail, stores of what is there.
#pragma once

#include <algorithm>

#include "core/operation.hpp"
#include "system/relations.hpp"

namespace heddle::search {

// Whether the last step, of an operation of that kind, was one.
inline bool was_idle(OpKind kind, const Relations& relations) {
  if (!is_memory_access(kind) || relations.last_change() == MemoryChange::some) return false;
  if (relations.did_more()) return false;
  const std::span<const SideEffect> side_effects = relations.side_effects();
  return std::all_of(side_effects.begin(), side_effects.end(), [](const SideEffect& side_effect) {
    return side_effect.kind == SideEffect::Kind::access &&
           side_effect.access.mode == AccessMode::read;
  });
}

// Whether threads that spin must look again, whatever they look at: more was done than is known, or
// one of them may go on to its end.
inline bool wakes_all(OpKind kind, const Relations& relations) {
  return kind == OpKind::thread_cancel || relations.did_more();
}

}  // namespace heddle::search
