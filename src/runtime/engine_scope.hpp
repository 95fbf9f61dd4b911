// Tracks whether the program's code or the runtime's runs.  While the runtime's code runs,
// interposed functions pass straight through and memory comes from the C library's heap.  So
// nothing the runtime does becomes part of the program's state.
#pragma once

#include "system/relations.hpp"

namespace heddle::native {

// True until the program's first code runs, and again whenever the engine runs.  A plain global: a
// thread_local would lie in the borrowed control block.  Hidden, so that an access needs no
// indirection.
[[gnu::visibility("hidden")]] extern bool g_in_engine;

// True while an exploration is under way in this process; otherwise every interposed function is
// the original.
[[gnu::visibility("hidden")]] extern bool g_exploring;

// The memory changes of the present step so far.  Not rolled back: it concerns a single step.
[[gnu::visibility("hidden")]] extern MemoryChange g_memory_change;
inline void note_change(MemoryChange change) {
  if (change < g_memory_change) g_memory_change = change;
}

// The memory changes of its atomic operations only.
[[gnu::visibility("hidden")]] extern MemoryChange g_atomic_change;
inline void note_atomic_change(MemoryChange change) {
  note_change(change);
  if (change < g_atomic_change) g_atomic_change = change;
}

// Does the same as `controlled`, for functions that report their own changes.
inline bool controlled_quietly() { return g_exploring && !g_in_engine; }

// Returns whether the calling code is the program's.  Its call may then change memory.
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
