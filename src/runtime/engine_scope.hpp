// Whose code runs: the program's or ours.  While it is ours, interposed functions pass straight
// through and memory comes from the C library's own heap, so that nothing we do becomes part of the
// program's state.
#pragma once

#include "system/relations.hpp"

namespace heddle::native {

// True until the program's first code runs, and again whenever the engine does.  A plain global: a
// thread_local would be the borrowed block's.
// Hidden, so that reaching it costs no detour.
[[gnu::visibility("hidden")]] extern bool g_in_engine;

// True while an exploration is under way in this process; otherwise every interposed function is
// the original.
[[gnu::visibility("hidden")]] extern bool g_exploring;

// What the step in progress has done to memory so far.  Not rolled back: it is about one step
// alone.
[[gnu::visibility("hidden")]] extern MemoryChange g_memory_change;
inline void note_change(MemoryChange change) {
  if (change < g_memory_change) g_memory_change = change;
}

// What its atomic operations alone have done.
[[gnu::visibility("hidden")]] extern MemoryChange g_atomic_change;
inline void note_atomic_change(MemoryChange change) {
  note_change(change);
  if (change < g_atomic_change) g_atomic_change = change;
}

// The same as `controlled`, for functions that say themselves whether they change something.
inline bool controlled_quietly() { return g_exploring && !g_in_engine; }

// Whether the calling code is the explored program's.  Its call may then change something.
inline bool controlled() {
  if (!controlled_quietly()) return false;
  g_memory_change = MemoryChange::some;
  return true;
}

class EngineScope {
 public:
  EngineScope() : before_(g_in_engine) { g_in_engine = true; }
  ~EngineScope() { g_in_engine = before_; }
  EngineScope(const EngineScope&) = delete;
  EngineScope& operator=(const EngineScope&) = delete;

 private:
  bool before_;
};

}  // namespace heddle::native
