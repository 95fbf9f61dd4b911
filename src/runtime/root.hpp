// The root of the runtime: the only global variable.  Interposed functions have no argument through
// which they could reach the runtime's state, so they reach it from here.
//
// It is usable before any constructor has run: the program's first call of malloc may come earlier.
// It lies in libheddle's data, which is no part of the program's state.
#pragma once

#include "runtime/flags.hpp"
#include "runtime/runtime_events.hpp"

namespace heddle::native {

class BlockLog;
class ForeignStackUses;
class PrivateMemory;
class SharedMemory;
class SideEffectLog;

struct Runtime {
  Flags flags;
  StepObserver* observer = nullptr;  // null unless an execution is recorded
  RuntimeEvents events;

  // Monitors, made at their first use.
  BlockLog* block_log = nullptr;
  ForeignStackUses* foreign_stack_uses = nullptr;
  PrivateMemory* private_memory = nullptr;
  SharedMemory* racing_memory = nullptr;
  SharedMemory* shared_memory = nullptr;
  SharedMemory* suspect_memory = nullptr;
  SideEffectLog* side_effect_log = nullptr;
};

// Hidden, so that an access needs no indirection.
[[gnu::visibility("hidden")]] extern constinit Runtime g_runtime;

inline Runtime& runtime() { return g_runtime; }
inline Flags& flags() { return g_runtime.flags; }

}  // namespace heddle::native
