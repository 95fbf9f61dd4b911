// Whose code runs: the program's or ours.  While it is ours, interposed functions pass straight
// through and memory comes from the C library's own heap, so that nothing we do becomes part of the
// program's state.
#pragma once

namespace heddle::native {

// True until the program's first code runs, and again whenever the engine does.  A plain global: a
// thread_local would be the borrowed block's.
// Hidden, so that reaching it costs no detour.
[[gnu::visibility("hidden")]] extern bool g_in_engine;

// True while an exploration is under way in this process; otherwise every interposed function is
// the original.
[[gnu::visibility("hidden")]] extern bool g_exploring;

// Whether the calling code is the explored program's.
inline bool controlled() { return g_exploring && !g_in_engine; }

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
